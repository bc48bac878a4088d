import { afterEach, describe, expect, it } from '@jest/globals'
import { createKit, problemOf } from '../testing/kit.ts'
import { rule } from '../testing/rules.ts'

let kit: Awaited<ReturnType<typeof createKit>>
afterEach(async () => kit?.stop())

/** This stalled the gateway for ten seconds: a large pattern on a text in which every part of it can begin. */
const attack = (program: number) =>
  rule().replace('what|contains: secret-door', `what|re: '[\\pL\\pN]{1,${program}}!Z'`)

describe('a deliberately slow rule', () => {
  it('is refused with its line number when it is created', async () => {
    kit = await createKit()
    const problem = await problemOf(kit.call('createDetectionRule', { body: { source: attack(900) } }))
    expect([problem.code, problem.errors?.[0]?.pointer, problem.errors?.[0]?.line]).toEqual([
      'rule_not_compilable',
      '/source',
      12,
    ])
  })

  it('is tried within a deadline, even when disabled, while other requests are served', async () => {
    kit = await createKit()
    const { body } = await kit.call('createDetectionRule', { body: { source: attack(500), enabled: false } })
    const params = { rule_id: (body as { rule_id: string }).rule_id }
    const what = Array.from({ length: 900 }, (_, i) => `!Z${'aé1'.repeat(10_000)}${i}`)
    let turns = 0
    const counting = setInterval(() => turns++, 10)
    const problem = await problemOf(
      kit.call('testDetectionRule', { params, body: { event: { action: 'open', what }, product: { product: 'app' } } }),
    )
    clearInterval(counting)
    expect([problem.status, problem.code, problem.errors?.[0]?.pointer]).toEqual([422, 'rule_too_slow', '/event'])
    expect(turns).toBeGreaterThan(20)
  })
})

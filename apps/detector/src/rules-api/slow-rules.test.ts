import { afterEach, describe, expect, it } from '@jest/globals'
import { createKit, problemOf } from '../testing/kit.ts'
import { rule } from '../testing/rules.ts'
import { createWorkbench } from '../workbench/workbench.ts'

let kit: Awaited<ReturnType<typeof createKit>>
afterEach(async () => kit?.stop())

/** This stalled the gateway for ten seconds: a large pattern on a text in which every part of it can begin. */
const attack = (...programs: readonly number[]) =>
  rule().replace(
    'what|contains: secret-door',
    `what|re: [${programs.map(program => `'[\\pL\\pN]{1,${program}}!Z'`).join(', ')}]`,
  )

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
    const usual = createWorkbench()
    // A deadline that the attack misses on any machine; compiling it has the usual one.
    const hurried = createWorkbench({ deadlineMs: 20 })
    const close = async (): Promise<void> => void (await Promise.all([usual.close(), hurried.close()]))
    kit = await createKit({}, { ...usual, test: hurried.test, close })
    const { body } = await kit.call('createDetectionRule', {
      body: { source: attack(500, 499, 498, 497), enabled: false },
    })
    const params = { rule_id: (body as { rule_id: string }).rule_id }
    const what = Array.from({ length: 900 }, (_, i) => `!Z${'aé1'.repeat(10_000)}${i}`)
    let turns = 0
    const counting = setInterval(() => turns++, 10)
    const problem = await problemOf(
      kit.call('testDetectionRule', { params, body: { event: { action: 'open', what }, product: { product: 'app' } } }),
    ).finally(() => clearInterval(counting))
    expect([problem.status, problem.code, problem.errors?.[0]?.pointer]).toEqual([422, 'rule_too_slow', '/event'])
    expect(turns).toBeGreaterThan(3)
  })
})

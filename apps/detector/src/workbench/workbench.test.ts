import { afterEach, describe, expect, it } from '@jest/globals'
import { Problem, tenantId } from '@wardline/kernel'
import { loadUpload } from '../rules/uploaded-rule.ts'
import { rule } from '../testing/rules.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

const hostile = tenantId('ten_hostile')
const quiet = tenantId('ten_quiet')
/**
 * One of the largest allowed patterns, on values that defeat every shortcut of the engine. Twenty of them take many times the deadline.
 */
const slow = (length: number): string =>
  rule().replace('what|contains: secret-door', `what|re: '[\\pL\\pN]{1,${length}}!Z'`)
const slowEvent = { action: 'open', what: Array.from({ length: 900 }, (_, i) => `!Z${'aé1'.repeat(10_000)}${i}`) }

const rulesOf = (source: string) => {
  const { main } = loadUpload({ id: 'rul_x', source, enabled: true })
  if (main.compiled?.kind !== 'single') throw new Error(main.fault?.reason)
  return [main.compiled]
}
const payloadOf = (fields: Record<string, unknown>) => ({
  product: { vendor: null, product: 'app', format: 'json' },
  event: fields,
  source_fields: fields,
})

let workbench: Workbench
afterEach(() => workbench.close())

describe('the workbench', () => {
  it('gives the same result as compiling and trying in this thread', async () => {
    workbench = createWorkbench()
    for (const source of [rule(), 'title: [', rule().replace('secret-door', "'s?cret*r'")]) {
      const [upload] = await workbench.compile(quiet, [{ id: 'rul_x', source, enabled: true }], '/source')
      expect(upload).toEqual(loadUpload({ id: 'rul_x', source, enabled: true }))
    }
    const wild = rulesOf(rule().replace('secret-door', "'s?cret*r'"))
    const event = payloadOf({ action: 'open', what: 'the secret back-door' })
    expect(await workbench.test(quiet, wild, event, '/event')).toMatchObject([{ matched: true, routed: true }])
    expect(await workbench.explain(quiet, wild, event, '/event_id')).toMatchObject([{ matched: true }])
  })

  it('stops a task that takes too long, while this thread and other tenants continue, and works afterwards', async () => {
    workbench = createWorkbench({ deadlineMs: 500 })
    // Both threads are there before the attack: how long a busy machine takes to start one is not the question.
    const upload = [{ id: 'rul_x', source: rule(), enabled: true }]
    await Promise.all([quiet, hostile].map(tenant => workbench.compile(tenant, upload, '/source')))
    let turnsOfThisThread = 0
    const counting = setInterval(() => turnsOfThisThread++, 10)
    let over = false
    const attack = workbench
      .test(
        hostile,
        Array.from({ length: 20 }, (_, i) => rulesOf(slow(500 - i))).flat(),
        payloadOf(slowEvent),
        '/event',
      )
      .catch(error => error as unknown)
      .finally(() => {
        over = true
      })
    const tried = await workbench.test(
      quiet,
      rulesOf(rule()),
      payloadOf({ action: 'open', what: 'secret-door' }),
      '/event',
    )
    expect([tried[0]?.matched, over]).toEqual([true, false])
    const problem = await attack
    clearInterval(counting)
    if (!(problem instanceof Problem)) throw problem
    expect([problem.status, problem.code, problem.errors?.[0]?.pointer]).toEqual([422, 'rule_too_slow', '/event'])
    expect(turnsOfThisThread).toBeGreaterThan(20)
    const after = await workbench.test(
      hostile,
      rulesOf(rule()),
      payloadOf({ action: 'open', what: 'secret-door' }),
      '/event',
    )
    expect(after[0]?.matched).toBe(true)
  })
})

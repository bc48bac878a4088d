import { afterEach, describe, expect, it } from '@jest/globals'
import { createKit, OTHER_TENANT, TENANT } from '../testing/kit.ts'
import { rule } from '../testing/rules.ts'

let kit: Awaited<ReturnType<typeof createKit>>
afterEach(async () => kit?.stop())

const slow = () => rule().replace('what|contains: secret-door', "what|re: '[\\pL\\pN]{1,500}!Z'")
/** A text in which every part of the pattern can begin. */
const fields = { action: 'open', what: `!Z ${'aé1'.repeat(2_000)}!Z` }
/** Any time that a rule takes is over this budget, because tests do not measure time. */
const strict = { budget: { ruleMs: 0, ruleMsPerEvent: 0 } }

type Record_ = { paused: { since: string; until: string; reason: string } | null; pauses: { events: number }[] }

describe("a rule that takes too long on its tenant's events", () => {
  const read = async (id: string) =>
    (await kit.call('readDetectionRule', { params: { rule_id: id } })).body as unknown as Record_ & { version: number }

  it('is paused and listed as paused, and delays no other tenant and no other rule', async () => {
    kit = await createKit(strict)
    const id = await kit.upload(slow())
    const other = await kit.upload(rule())
    await kit.upload(rule(), OTHER_TENANT)
    await kit.send(
      ...Array.from({ length: 20 }, (_, i) => ({ id: `slow${i}`, at: i, fields })),
      { id: 'own', fields: { action: 'open', what: 'secret-door' } },
      { id: 'quiet', tenant: OTHER_TENANT, fields: { action: 'open', what: 'secret-door' } },
    )
    const byRule = Map.groupBy(kit.alerts(), alert => alert.payload.rule.rule_id)
    expect(byRule.get(id)).toBeUndefined()
    expect(byRule.get(other)?.map(alert => alert.tenant_id)).toEqual([TENANT])
    expect(kit.alerts().filter(alert => alert.tenant_id === OTHER_TENANT)).toHaveLength(1)
    await kit.settle()
    const paused = await read(id)
    expect(paused.paused).toMatchObject({ reason: 'rule_over_budget' })
    expect(Date.parse(paused.paused!.until) - Date.parse(paused.paused!.since)).toBe(60_000)
    expect(paused.pauses).toEqual([expect.objectContaining({ events: 21, events_from: expect.any(String) })])
    const { body } = await kit.call('listDetectionRules', { search: 'origin=uploaded' })
    const items = (body as unknown as { items: (Record_ & { rule_id: string })[] }).items
    expect(items.filter(item => item.paused).map(item => item.rule_id)).toEqual([id])
  })

  it('is reported to the tenant once, by an alert of a rule about Wardline itself', async () => {
    kit = await createKit(strict)
    const id = await kit.upload(slow())
    for (let i = 0; i < 3; i++) await kit.send({ id: `slow${i}`, fields })
    await kit.settle()
    const own = kit.memory.emitted().filter(envelope => envelope.kind === 'security.alert.created')
    expect(own).toHaveLength(1)
    expect(own[0]?.payload).toMatchObject({
      rule: { sigma_id: '5f0f3c1e-7f1d-4a54-9f0e-8a3c1c6f2b90', author: 'Wardline' },
      group: { rule_id: id },
      log_event_refs: ['evt_slow0'],
    })
  })

  it('is evaluated again after its pause, or immediately when somebody enables it', async () => {
    kit = await createKit(strict)
    const id = await kit.upload(slow())
    await kit.send({ id: 'a', fields })
    expect((await read(id)).paused).not.toBeNull()
    kit.clock.advance(61_000)
    expect((await read(id)).paused).toBeNull()
    await kit.send({ id: 'b', fields })
    const second = await read(id)
    expect(Date.parse(second.paused!.until) - Date.parse(second.paused!.since)).toBe(120_000)
    kit.clock.advance(2_000)
    await kit.call('updateDetectionRule', {
      params: { rule_id: id },
      body: { enabled: true },
      ifMatch: `"${second.version}"`,
    })
    expect((await read(id)).paused).toBeNull()
    kit.clock.advance(2_000)
    await kit.send({ id: 'c', fields })
    expect((await read(id)).pauses).toHaveLength(3)
  })

  it('stays paused after a restart and on every instance', async () => {
    kit = await createKit(strict)
    const id = await kit.upload(slow())
    await kit.send({ id: 'a', fields })
    await kit.restart()
    await kit.send({ id: 'b', fields })
    expect((await read(id)).pauses).toHaveLength(1)
  })
})

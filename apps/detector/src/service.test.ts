import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { detectorLedger } from '@wardline/registries'
import { createKit, OTHER_TENANT, TENANT } from './testing/kit.ts'
import { correlation, rule } from './testing/rules.ts'

let kit: Awaited<ReturnType<typeof createKit>>
afterEach(async () => kit?.stop())

describe('a rule about single events', () => {
  it('creates one alert per event, with rule, conditions, references and origin', async () => {
    kit = await createKit()
    const ruleId = await kit.upload(rule())
    await kit.send(
      { id: 'a', at: 1, fields: { action: 'OPEN', what: 'the Secret-Door' } },
      { id: 'b', at: 2, fields: { action: 'close', what: 'secret-door' } },
    )
    const [alert, ...more] = kit.alerts()
    expect(more).toEqual([])
    expect(alert).toMatchObject({
      correlation_id: 'cor_a',
      causation_id: kit.bus.published('log.event.normalized')[0]?.id,
      producer: 'detector',
    })
    expect(alert?.payload).toMatchObject({
      rule: {
        rule_id: ruleId,
        sigma_id: '11111111-1111-4111-8111-111111111111',
        title: 'Door',
        author: 'Ann',
        license: 'MIT',
        level: 'high',
        tags: ['attack.t1110'],
      },
      matched_conditions: [
        { selection: 'selection', field: 'action', modifier: '', value: 'OPEN' },
        { selection: 'selection', field: 'what', modifier: 'contains', value: 'the Secret-Door' },
      ],
      log_event_refs: ['evt_a'],
      normalized_event_refs: ['evt_a'],
      source_log_ids: ['src_one'],
      refs_truncated: false,
      confidence: 'high',
      severity: 'high',
      group: null,
      count: 1,
    })
  })

  it('reads events of the release before, which are not sealed', async () => {
    kit = await createKit()
    await kit.upload(rule())
    await kit.send({ id: 'a', form: 'clear', fields: { action: 'open', what: 'secret-door' } })
    expect(kit.alerts()).toHaveLength(1)
  })

  it('goes on behind an event that does not open, which stays not evaluated', async () => {
    kit = await createKit()
    await kit.upload(rule())
    const fields = { action: 'open', what: 'secret-door' }
    await kit.send({ id: 'a', form: 'foreign', fields }, { id: 'b', fields })
    expect(kit.alerts().map(alert => alert.payload.log_event_refs)).toEqual([['evt_b']])
    expect((await kit.memory.read(detectorLedger, TENANT, 'src_one'))?.doc.counts).toEqual({ evaluated: 1 })
  })

  it('gives the same ids when the same event arrives again', async () => {
    kit = await createKit()
    await kit.upload(rule())
    const log = { id: 'a', fields: { action: 'open', what: 'secret-door' } }
    await kit.send(log)
    await kit.restart()
    await kit.send(log)
    const [first, second] = kit.alerts()
    expect(second?.payload.alert_id).toBe(first?.payload.alert_id)
    expect(second?.id).toBe(first?.id)
  })

  it('counts an event as evaluated after its alerts are published, and only once', async () => {
    kit = await createKit()
    await kit.send({ id: 'a', offset: 4 }, { id: 'b', offset: 5 })
    await kit.send({ id: 'b', offset: 5 }, { id: 'c', offset: 6 })
    expect((await kit.memory.read(detectorLedger, TENANT, 'src_one'))?.doc.counts).toEqual({ evaluated: 3 })
  })

  it("of one tenant never sees another's events", async () => {
    kit = await createKit()
    await kit.upload(rule(), OTHER_TENANT)
    await kit.send({ id: 'a', fields: { action: 'open', what: 'secret-door' } })
    expect(kit.alerts()).toEqual([])
  })

  it('created by another instance takes effect within two seconds, and a disabled one does not', async () => {
    kit = await createKit()
    await kit.send({ id: 'before', fields: { action: 'open', what: 'secret-door' } })
    const ruleId = await kit.upload(rule())
    await kit.send({ id: 'a', fields: { action: 'open', what: 'secret-door' } })
    expect(kit.alerts()).toHaveLength(1)
    await kit.call('updateDetectionRule', { params: { rule_id: ruleId }, body: { enabled: false }, ifMatch: '"1"' })
    kit.clock.advance(2_000)
    await kit.send({ id: 'b', fields: { action: 'open', what: 'secret-door' } })
    expect(kit.alerts()).toHaveLength(1)
  })
})

describe('a correlation', () => {
  it('alerts once for its window, with the true count, when its sources have become silent', async () => {
    kit = await createKit()
    const ruleId = await kit.upload(correlation)
    for (const [i, who] of ['ann', 'ann', 'bob', 'ann', 'ann'].entries())
      await kit.send({ id: `e${i}`, at: i, fields: { action: 'open', who } })
    await kit.settle()
    expect(kit.alerts()).toEqual([])
    await kit.silence()
    const [alert, ...more] = kit.alerts()
    expect(more).toEqual([])
    expect(alert?.payload).toMatchObject({
      rule: { rule_id: ruleId, sigma_id: '22222222-2222-4222-8222-222222222222' },
      log_event_refs: ['evt_e0', 'evt_e1', 'evt_e3'],
      count: 3,
      severity: 'critical',
      group: { who: 'ann' },
    })
    expect(alert?.correlation_id).toBe('cor_e3')
    expect(alert?.payload.matched_conditions).toEqual([
      { selection: 'correlation', field: null, modifier: 'event_count|gte|3', value: '3' },
      { selection: 'group-by', field: 'who', modifier: '', value: 'ann' },
    ])
    // What is counted goes to its topic sealed.
    const matches = JSON.stringify(kit.bus.published('internal.detection.match'))
    expect(matches).toMatch(/"sealed":/)
    expect(matches).not.toMatch(/ann|bob|door|open/)
  })

  it('alerts while its source is still active, once newer events have passed the lateness', async () => {
    kit = await createKit()
    await kit.upload(correlation)
    for (let i = 0; i < 3; i++) await kit.send({ id: `e${i}`, at: i, fields: { action: 'open', who: 'ann' } })
    await kit.send({ id: 'later', at: 12, fields: { action: 'walk' } })
    await kit.settle()
    expect(kit.alerts()).toEqual([])
    kit.clock.advance(1_000)
    await kit.send({ id: 'latest', at: 12.5, fields: { action: 'walk' } })
    await kit.settle()
    expect(kit.alerts()).toHaveLength(1)
  })

  it('waits for a slower source of the tenant', async () => {
    kit = await createKit()
    await kit.upload(correlation)
    await kit.send({ id: 'slow', at: -30, source: 'src_slow', fields: { action: 'walk' } })
    for (let i = 0; i < 3; i++) await kit.send({ id: `e${i}`, at: i, fields: { action: 'open', who: 'ann' } })
    kit.clock.advance(4_000)
    await kit.send(
      { id: 'fast', at: 30, fields: { action: 'walk' } },
      { id: 'slow2', at: -20, source: 'src_slow', fields: { action: 'walk' } },
    )
    await kit.settle()
    expect(kit.alerts()).toEqual([])
    await kit.silence()
    expect(kit.alerts()).toHaveLength(1)
  })

  it('neither counts an event twice nor alerts twice after a restart', async () => {
    kit = await createKit()
    await kit.upload(correlation)
    const logs = [0, 1].map(i => ({ id: `e${i}`, at: i, fields: { action: 'open', who: 'ann' } }))
    await kit.send(...logs, ...logs)
    await kit.silence()
    expect(kit.alerts()).toEqual([])
    await kit.send({ id: 'e2', at: 2, fields: { action: 'open', who: 'ann' } })
    await kit.settle()
    await kit.restart()
    await kit.silence()
    await kit.send(...logs)
    await kit.silence()
    expect(kit.alerts().map(alert => alert.payload.log_event_refs)).toEqual([['evt_e0', 'evt_e1', 'evt_e2']])
  })

  it('is found by an instance that did not count it, while it waits', async () => {
    kit = await createKit()
    await kit.upload(correlation)
    await kit.send(...[0, 1, 2].map(i => ({ id: `e${i}`, at: i, fields: { action: 'open', who: 'ann' } })))
    await kit.restart()
    await kit.silence()
    expect(kit.alerts()).toHaveLength(1)
  })
})

describe('a folder of rules', () => {
  it('is loaded for every tenant; a rule that cannot be compiled is listed with file, reason and line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wardline-rules-'))
    await writeFile(join(folder, 'door.yml'), rule())
    await writeFile(join(folder, 'broken.yml'), 'title: [')
    await writeFile(
      join(folder, 'future.yml'),
      rule().replace('11111111', '33333333').replace('what|contains', 'what|soundex'),
    )
    await writeFile(join(folder, 'readme.txt'), 'no rule')
    kit = await createKit({ rulesDir: folder })
    const { body } = await kit.call('listDetectionRules', { search: 'origin=dir' })
    const items = (body as { items: Record<string, unknown>[] }).items
    expect(items.map(item => [item.title, (item.compile as { status: string }).status]).sort()).toEqual([
      ['Door', 'ok'],
      ['Door', 'refused'],
      ['broken.yml', 'refused'],
    ])
    const refused = items.find(item => item.sigma_id === '33333333-1111-4111-8111-111111111111')
    expect(refused?.compile).toEqual({
      status: 'refused',
      code: 'modifier_unsupported',
      reason: 'a modifier is not known',
      line: 12,
    })
    await kit.send({ id: 'a', fields: { action: 'open', what: 'secret-door' } })
    await kit.send({ id: 'b', tenant: OTHER_TENANT, fields: { action: 'open', what: 'secret-door' } })
    expect(kit.alerts().map(alert => alert.tenant_id)).toEqual([TENANT, OTHER_TENANT])
  })
})

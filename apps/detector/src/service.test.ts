import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { detectorLedger } from '@wardline/registries'
import { as, createKit, OTHER_TENANT, problemOf, TENANT } from './testing/kit.ts'

const rule = (extra = '', value = 'secret-door') => `title: Door
id: 11111111-1111-4111-8111-111111111111
status: stable
author: Ann
license: MIT
tags: [attack.t1110]
logsource:
  product: app
detection:
  selection:
    action: open
    what|contains: ${value}
  condition: selection
level: high
${extra}`

const correlation = `title: Many doors
id: 22222222-2222-4222-8222-222222222222
correlation:
  type: event_count
  rules: [door]
  group-by: [who]
  timespan: 1m
  condition: { gte: 3 }
level: critical
---
title: One door
name: door
logsource: { product: app }
detection:
  selection: { action: open }
  condition: selection
`

let kit: Awaited<ReturnType<typeof createKit>>
afterEach(async () => kit?.stop())

describe('a rule about single events', () => {
  it('makes one alert per event, which says rule, conditions, references and where it comes from', async () => {
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

  it('gives the same ids when the same event comes again', async () => {
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

  it('counts an event as evaluated once its alerts are out, and once only', async () => {
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

  it('made by another instance is effective two seconds later, and a disabled one is not', async () => {
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
  it('alerts once for its window, with the true count, when its sources have gone silent', async () => {
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
  })

  it('alerts while its source still speaks, once newer events have passed the lateness', async () => {
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

  it('does not count an event twice, nor alert twice over a restart', async () => {
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

  it('is found waiting by an instance that did not count it', async () => {
    kit = await createKit()
    await kit.upload(correlation)
    await kit.send(...[0, 1, 2].map(i => ({ id: `e${i}`, at: i, fields: { action: 'open', who: 'ann' } })))
    await kit.restart()
    await kit.silence()
    expect(kit.alerts()).toHaveLength(1)
  })
})

describe('a folder of rules', () => {
  it('is loaded for every tenant; what cannot be compiled is listed with file, reason and line', async () => {
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

describe('the rules of a tenant over the API', () => {
  it('are created, read back with their report, and listed by pages', async () => {
    kit = await createKit()
    const made = await kit.call('createDetectionRule', { body: { source: rule() } })
    expect(made).toMatchObject({
      status: 201,
      version: 1,
      body: {
        compile: { status: 'ok' },
        enabled: true,
        origin: 'uploaded',
        sigma_id: '11111111-1111-4111-8111-111111111111',
      },
    })
    const { rule_id: id } = made.body as { rule_id: string }
    expect((await kit.call('readDetectionRule', { params: { rule_id: id } })).body).toMatchObject({
      source: rule(),
      title: 'Door',
      log_source: { product: 'app' },
    })
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await kit.call('listDetectionRules', {
        search: `limit=7${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      })
      const page = body as { items: { rule_id: string }[]; next_cursor: string | null }
      seen.push(...page.items.map(item => item.rule_id))
      cursor = page.next_cursor
    }
    expect(seen).toContain(id)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(25)
  })

  it('are refused with pointer and line when they cannot be compiled, without their text', async () => {
    kit = await createKit()
    for (const [source, line] of [
      ['- just\n- a list', 1],
      ['title: [', 1],
      [rule().replace('condition: selection', 'condition: selektion'), 13],
      [rule().replace('contains: secret-door', "re: '(?=x)y'"), 12],
      [`${correlation}---\n${rule()}`, 1],
      [correlation.replace('[door]', '[nowhere]'), 5],
    ] as const) {
      const problem = await problemOf(kit.call('createDetectionRule', { body: { source } }))
      expect([problem.status, problem.code]).toEqual([422, 'rule_not_compilable'])
      expect(problem.errors?.[0]).toMatchObject({ pointer: '/source', line })
      expect(JSON.stringify(problem.body('req'))).not.toMatch(/selektion|nowhere|secret-door/)
    }
  })

  it('can be disabled for one tenant, shipped ones as well, and only by whoever has read them', async () => {
    kit = await createKit()
    const { body } = await kit.call('listDetectionRules', { search: 'origin=own&limit=1' })
    const id = (body as { items: { rule_id: string }[] }).items[0]!.rule_id
    const patch = (ifMatch?: string) =>
      kit.call('updateDetectionRule', {
        params: { rule_id: id },
        body: { enabled: false },
        ...(ifMatch ? { ifMatch } : {}),
      })
    expect((await problemOf(patch())).code).toBe('precondition_required')
    expect((await problemOf(patch('"9"'))).code).toBe('precondition_failed')
    expect(await patch('"1"')).toMatchObject({ version: 2, body: { enabled: false } })
    expect((await kit.call('readDetectionRule', { params: { rule_id: id } })).body).toMatchObject({
      enabled: false,
      version: 2,
    })
    const other = await kit.call('readDetectionRule', { params: { rule_id: id }, principal: as('admin', OTHER_TENANT) })
    expect(other.body).toMatchObject({ enabled: true, version: 1 })
    const facts = kit.memory.emitted().map(e => (e.kind === 'internal.evidence.fact' ? e.payload : undefined))
    expect(facts.at(-1)).toMatchObject({
      evidence_type: 'rule_change',
      details: { change: 'disabled', enabled: false },
    })
  })

  it('are not there for another tenant', async () => {
    kit = await createKit()
    const id = await kit.upload(rule())
    const principal = as('admin', OTHER_TENANT)
    for (const [operation, body] of [
      ['readDetectionRule', undefined],
      ['updateDetectionRule', { enabled: false }],
      ['testDetectionRule', { event: {} }],
      ['explainDetectionRule', { event_id: 'evt_x' }],
    ] as const) {
      const problem = await problemOf(
        kit.call(operation, { principal, params: { rule_id: id }, ifMatch: '"1"', ...(body ? { body } : {}) }),
      )
      expect(problem.code).toBe('not_found')
    }
  })

  it('are tried on an event without storing anything', async () => {
    kit = await createKit()
    const id = await kit.upload(rule())
    const tried = (event: object) =>
      kit.call('testDetectionRule', { params: { rule_id: id }, body: { event, product: { product: 'app' } } })
    expect((await tried({ action: 'open', what: 'secret-door' })).body).toMatchObject({
      matched: true,
      routed: true,
      matched_conditions: [{ field: 'action' }, { field: 'what' }],
    })
    expect((await tried({ action: 'open' })).body).toMatchObject({ matched: false, matched_conditions: [] })
    expect(kit.alerts()).toEqual([])
  })

  it('explain themselves over the stored event, and say what it does not keep', async () => {
    kit = await createKit()
    const id = await kit.upload(rule())
    await kit.index.put([
      {
        tenantId: TENANT,
        eventId: 'evt_s',
        partitionDay: '2026-11-21',
        retentionClass: 'standard',
        eventTime: kit.epoch,
        words: [],
        probeNeighbours: false,
        filters: {
          severityId: 1,
          category: 'c',
          eventType: 't',
          logSourceId: 'src_one',
          assetId: null,
          users: [],
          ips: [],
          hosts: [],
        },
        event: { event_id: 'evt_s', metadata: {}, unmapped: { action: 'open' }, parser: { name: 'json' } },
      },
    ])
    const { body } = await kit.call('explainDetectionRule', { params: { rule_id: id }, body: { event_id: 'evt_s' } })
    expect(body).toMatchObject({
      routed: false,
      matched: false,
      alert_id: null,
      conditions: [
        { field: 'action', answer: 'held', value: 'open' },
        { field: 'what', answer: 'unknown' },
      ],
    })
    expect(
      (await problemOf(kit.call('explainDetectionRule', { params: { rule_id: id }, body: { event_id: 'evt_none' } })))
        .code,
    ).toBe('not_found')
  })
})

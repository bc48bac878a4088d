import { afterEach, describe, expect, it } from '@jest/globals'
import { as, createKit, OTHER_TENANT, problemOf, TENANT } from '../testing/kit.ts'
import { correlation, rule } from '../testing/rules.ts'

let kit: Awaited<ReturnType<typeof createKit>>
afterEach(async () => kit?.stop())

describe("a tenant's rules in the API", () => {
  it('are created, read back with their report, and listed in pages', async () => {
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

  it('are refused with pointer and line, without their text, if they cannot be compiled', async () => {
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

  it('are at most as many as the quota of a tenant', async () => {
    kit = await createKit({ ruleQuota: 1 })
    await kit.call('createDetectionRule', { body: { source: rule() } })
    const problem = await problemOf(kit.call('createDetectionRule', { body: { source: rule() } }))
    expect([problem.status, problem.code]).toEqual([409, 'rule_quota_reached'])
  })

  it('can be disabled for one tenant, including shipped ones, and only with the version that was read', async () => {
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

  it('are not found by another tenant', async () => {
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

  it('explain their result on the stored event, and say what it does not store', async () => {
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
        receivedAt: kit.epoch,
        origin: null,
        repeatable: false,
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

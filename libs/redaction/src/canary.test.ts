import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import fc from 'fast-check'
import { createRedactor, standardPolicy, type ViewName } from './index.ts'
import type { FieldClass, Fields } from './policy/policy.ts'
import { sampleOfType } from './testing/samples.ts'
import { typedClasses } from './view/typed-classes.ts'

const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(5), epoch: 1 })
const types = typedClasses(standardPolicy)

/** A person, as names, accounts and addresses; none of it is a word, a number or a code. */
const CANARIES = ['zorblatt.quix@corp.example', 'CORP\\zorblatt', '/home/zorblatt/notes', '203.0.113.77']
/** Nothing but a name. */
const NAMES = ['Zorblatt', 'zorblatt', 'Zorblatt Quix', 'ZORBLATT-PC', 'zorblatt_backup.tgz']
const TRACES = ['zorblatt', 'quix', '203.0.113.77', 'corp\\']

/**
 * Fields whose content does not come from a record: the stored summary is redacted when it is written, and the policy
 * and the caller's own session are nobody else's data.
 */
const isExempt = (rule: FieldClass): boolean => ['public', 'own', 'redacted_text'].includes(rule)
const anyCanary = fc.constantFrom(...CANARIES, ...NAMES)

/** A canary in every shape that a member may have by mistake or malice. */
function planted(rule: FieldClass | undefined): fc.Arbitrary<unknown> {
  return anyCanary.chain(canary =>
    fc.constantFrom<unknown>(
      canary,
      [canary],
      [[canary], { name: canary }],
      { name: canary, value: [canary] },
      { deeper: { [rule === 'group' ? 'user' : canary]: canary } },
      { name: 'x', [rule === 'group' ? 'TargetUserName' : canary]: 1 },
      `${canary} and others`,
      [null, true, 7, canary],
    ),
  )
}

/** A body in which every member of the table, and some that it does not have, hold a canary. */
function bodyOf(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.entries(fields).flatMap(([member, rule]) => {
    if (typeof rule !== 'object') return isExempt(rule) ? [] : [[member, planted(rule)] as const]
    const below = bodyOf(rule)
    return [
      [
        member,
        fc.oneof({ weight: 4, arbitrary: below }, fc.array(below, { maxLength: 2 }), planted(undefined)),
      ] as const,
    ]
  })
  return fc
    .tuple(fc.record(Object.fromEntries(members)), anyCanary, planted(undefined))
    .map(([known, key, value]) => ({ ...known, [key]: key, unknown_member: value, unmapped: { [key]: value } }))
}

/** Every path of a table with its class. */
function pathsOf(fields: Fields, path: readonly string[] = []): (readonly [readonly string[], FieldClass])[] {
  return Object.entries(fields).flatMap(([member, rule]) =>
    typeof rule === 'object' ? pathsOf(rule, [...path, member]) : [[[...path, member], rule] as const],
  )
}

/** Where an answer holds a part of a canary. */
function tracesIn(answer: unknown): string[] {
  const text = JSON.stringify(answer).toLowerCase()
  return TRACES.flatMap(trace => {
    const at = text.indexOf(trace)
    return at < 0 ? [] : [text.slice(Math.max(0, at - 80), at + 40)]
  })
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, member) => ({ [member]: inner }), value)

const views = Object.keys(standardPolicy.views) as ViewName[]
/** Makes the record one that auditors may see, of the epoch that the redactor has. */
const shown = (view: ViewName, body: object): object => {
  const { only, epoch } = standardPolicy.views[view]
  return { ...body, ...(only && { [only.member]: only.equals }), ...(epoch && { [epoch]: 1 }) }
}
/** Members that decide whether and how the record is shown. */
const isFixed = (view: ViewName, path: readonly string[]): boolean => {
  const { only, epoch } = standardPolicy.views[view]
  return path.length === 1 && (path[0] === only?.member || path[0] === epoch)
}

describe('a canary at every path of every record', () => {
  it.each(views)('%s: is nowhere in an auditor’s answer', view => {
    const property = fc.property(bodyOf(standardPolicy.views[view].fields), body => {
      for (const answer of [shown(view, body), { items: [shown(view, body)], next_cursor: body, coverage: body }])
        expect(tracesIn(redactor.redact(view, answer))).toEqual([])
    })
    // The whole counterexample would fill many screens; the places of the traces say enough.
    const { errorInstance, seed } = fc.check(property, { numRuns: 60, endOnFailure: true })
    if (errorInstance instanceof Error) throw new Error(`seed ${seed}: ${errorInstance.message}`)
  })

  it.each(views)('%s: is nowhere if it stands at one path only', view => {
    for (const [path, rule] of pathsOf(standardPolicy.views[view].fields)) {
      if (isExempt(rule)) continue
      for (const canary of [...CANARIES, ...NAMES]) {
        expect([rule, ...tracesIn(redactor.redact(view, shown(view, nested(path, canary) as object)))]).toEqual([rule])
      }
    }
  })
})

describe('the details of evidence', () => {
  const at = '2026-11-21T09:30:00.000Z'
  const id = (prefix: string): string => `${prefix}_3kq7v2m5x4c6n7b2a3s4d5f6g7`
  const hash = '0f'.repeat(32)

  // An auditor checks their digest, so what they show must not depend on the vocabulary.
  it.each([
    { occurred_at: at, correlation_id: id('cor'), alert_id: null, automatic: true, opened_at: at, closed_at: at },
    { change: 'created', origin: 'uploaded', version_hash: hash, enabled: true },
    { agent_class: 'endpoint', platform: 'darwin', serial_numbers: ['0f'.repeat(16), '7e'.repeat(20)] },
    { alert_id: id('alr'), sign: 'boot_id', agent_class: 'server', asset_id: id('ast') },
    {
      hot_days: 30,
      warm_days: 90,
      cold_days: 2190,
      retention_class: 'longest',
      applies_from: '2026-11-22',
      previous: { hot_days: 8 },
    },
    { to: 'expired', reason: 'key_destroyed', day: '2026-11-21', retention_class: 'standard', events: 3 },
    { to: 'erased', searchable_removed: 1, archived_removed: 2, objects_rewritten: 3, alerts: 4, tickets: 5 },
    { to: 'cold', events: 7, sha256: hash, key_id: id('ark'), withheld: 1 },
    {
      connection_id: id('mdc'),
      provider: 'jamf_pro',
      state: 'failed',
      error_code: 'provider_unavailable',
      counts: { seen: 1, created: 1, changed: 0, unchanged: 0, missing: 0 },
      started_at: at,
      finished_at: at,
    },
    {
      sequence: 1,
      rule_id: id('rul'),
      severity: 'high',
      confidence: 'low',
      first_event_at: at,
      last_event_at: at,
      ticket_id: id('tkt'),
      source_log_ids: [id('src')],
    },
    {
      token_id: id('tok'),
      receipt: {
        statement: 'wardline.enrollment.v1',
        tenant_id: 'ten_default',
        agent_id: id('agt'),
        proven: ['enrollment_token', 'key_possession', 'fresh_nonce'],
        proven_at: at,
        spki_sha256: hash,
        not_before: at,
        not_after: at,
      },
      receipt_signature: { algorithm: 'Ed25519', key_id: '0f'.repeat(8), value: `${'Ab1/'.repeat(21)}Ab==` },
    },
  ])('are facts of ours, and stay: %j', details => {
    const fact = types.get('fact')
    const strings = JSON.stringify(details).match(/"(?:[^"\\]|\\.)*"/g) ?? []
    expect(strings.map(text => JSON.parse(text)).filter(text => !fact?.has(text))).toEqual([])
    expect(redactor.redact('evidence', { details })).toEqual({ details })
  })
})

describe('a value of the type that the policy names', () => {
  it.each(views)('%s: is shown as it is, at every typed path', view => {
    let kept = 0
    for (const [path, rule] of pathsOf(standardPolicy.views[view].fields)) {
      const type = standardPolicy.types?.[rule.split('|')[0] as string]
      if (type === undefined || isFixed(view, path)) continue
      for (const value of fc.sample(sampleOfType(type), { numRuns: 5, seed: 7 })) {
        expect(redactor.redact(view, shown(view, nested(path, value) as object))).toMatchObject(
          nested(path, value) as object,
        )
        kept++
      }
    }
    if (view !== 'redaction_policy' && view !== 'log_facets') expect(kept).toBeGreaterThan(5)
  })

  it('is no number, word or text in disguise', () => {
    const rules = new Set(views.flatMap(view => pathsOf(standardPolicy.views[view].fields).map(([, rule]) => rule)))
    const known =
      /^(?:drop|text|typed_text|redacted_text|text_deep|facts_deep|public|own|actor|field|group|facets|pseudonym:[a-z]+)$/
    for (const rule of rules) expect(known.test(rule) || types.has(rule)).toBe(true)
    expect([...rules]).not.toContain('keep')
    for (const [name, { has }] of types) {
      for (const wrong of [{}, [], undefined, Number.NaN, Number.POSITIVE_INFINITY, '', ...CANARIES, ...NAMES]) {
        if (has(wrong)) throw new Error(`${name} takes ${String(wrong)}`)
      }
    }
  })
})

it('a facet shows values of the closed lists, and of others only what a text would', () => {
  const facets = [
    {
      field: 'event_type',
      values: [
        { value: 'authentication', count: 3 },
        { value: CANARIES[0], count: 2 },
      ],
      truncated: false,
    },
    {
      field: 'asset_id',
      values: [
        { value: 'zorblatt-pc', count: 1 },
        { value: `ast_${'a'.repeat(26)}`, count: 4 },
      ],
    },
    { field: 'zorblatt', values: [{ value: 'critical', count: 1 }] },
    {
      field: 'severity',
      values: [
        { value: 'critical', count: 'zorblatt' },
        { value: 'low', count: 9, note: 'zorblatt' },
      ],
    },
  ]
  expect(redactor.redact('log_facets', { facets, total: 9, exact: true })).toEqual({
    facets: [
      {
        field: 'event_type',
        values: [
          { value: 'authentication', count: 3 },
          { value: redactor.pseudonym('word', CANARIES[0] as string), count: 2 },
        ],
        truncated: false,
      },
      { field: 'asset_id', values: [{ value: `ast_${'a'.repeat(26)}`, count: 4 }] },
      {},
      { field: 'severity', values: [{ value: 'low', count: 9 }] },
    ],
    total: 9,
    exact: true,
  })
})

it('a number in a text stays one, unless its digits are somebody’s', () => {
  expect(redactor.redact('log_event', { status_code: 404, http_request: { version: 2 } })).toEqual({
    status_code: 404,
    http_request: { version: 2 },
  })
  const card = redactor.redact('log_event', { status_code: 4_111_111_111_111_111 })
  expect(JSON.stringify(card)).not.toContain('4111111111111111')
})

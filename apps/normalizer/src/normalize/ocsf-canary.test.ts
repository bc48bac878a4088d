import { describe, expect, it } from '@jest/globals'
import { standardPolicy } from '@wardline/redaction'
import fc from 'fast-check'
import { CATEGORIES, CLASSES } from './ocsf-classes.ts'
import { normalizeRedacted, redactor } from './testing/normalize-raw.ts'

type Fields = { readonly [member: string]: string | Fields }

/** A person as an address, an account, a path: what a log may hold anywhere. */
const CANARIES = [
  'zorblatt.quix@corp.example',
  'CORP\\zorblatt',
  '/home/zorblatt/notes',
  '203.0.113.77',
  'Zorblatt Quix',
  'zorblatt',
]
const TRACES = ['zorblatt', 'quix', '203.0.113.77']

/** Attribute names of OCSF, as paths. The policy knows every attribute that a mapping of ours writes. */
function pathsOf(fields: Fields, path: readonly string[] = []): (readonly string[])[] {
  return Object.entries(fields).flatMap(([member, rule]) =>
    typeof rule === 'object' ? pathsOf(rule, [...path, member]) : [[...path, member]],
  )
}
const PATHS = [
  ...pathsOf(standardPolicy.views.log_event.fields as Fields),
  ...[
    'user.groups.name',
    'actor.user.org.name',
    'device.owner.name',
    'device.region',
    'process.lineage',
    'src_endpoint.location.city',
  ]
    .concat([
      'enrichments.value',
      'metadata.product.lang',
      'metadata.original_time',
      'unmapped.zorblatt',
      'observables.value',
    ])
    .map(path => path.split('.')),
].filter(
  ([first]) => !['event_id', 'tenant_id', 'message', 'summary', 'class_uid', 'metadata'].includes(first as string),
)
const META = pathsOf(standardPolicy.views.log_event.fields.metadata as Fields).map(path => ['metadata', ...path])

const CLASS_UIDS = [...Object.values(CLASSES).map(c => c.uid), 1004, 2001, 4010, 5001, 6008, 7002, 8001, 99_123]

function put(event: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = event
  for (const member of path.slice(0, -1)) {
    if (typeof at[member] !== 'object' || at[member] === null) at[member] = {}
    at = at[member] as Record<string, unknown>
  }
  at[path.at(-1) as string] = value
}

/** What an auditor is answered for an OCSF event. */
function auditorsView(raw: object): { readonly view: Record<string, unknown>; readonly text: string } {
  const { event } = normalizeRedacted(raw)
  const view = redactor.redact('log_event', { ...event, tier: 'hot' }) as Record<string, unknown>
  return { view, text: JSON.stringify(view).toLowerCase() }
}

const tracesIn = (text: string): string[] =>
  TRACES.flatMap(trace => {
    const at = text.indexOf(trace)
    return at < 0 ? [] : [text.slice(Math.max(0, at - 60), at + 40)]
  })

/** Four small numbers beside the word `version` are a version, though an address looks the same. */
const isVersion = (path: readonly string[], value: unknown): boolean =>
  /version|_ver\b|build/.test(path.join()) && JSON.stringify(value).includes('203.0.113.77')

const base = (uid: number) => ({ class_uid: uid, severity_id: 3, status_id: 1, time: 1_795_253_398_000 })

describe('a canary in an OCSF event', () => {
  it.each([0, 3002])('of class %i: is nowhere in an auditor’s answer, whatever attribute holds it', uid => {
    let known = 0
    for (const [i, path] of [...PATHS, ...META].entries()) {
      for (const canary of [CANARIES[i % CANARIES.length], 'zorblatt']) {
        const raw: Record<string, unknown> = {
          ...base(uid),
          metadata: { version: '1.3.0' },
          message: 'A user came in.',
        }
        if (!isVersion(path, canary)) put(raw, path, canary)
        const { view, text } = auditorsView(raw)
        expect([path.join('.'), ...tracesIn(text)]).toEqual([path.join('.')])
        if (view.severity === 'medium' && view.outcome === 'success' && view.event_time === '2026-11-21T09:29:58.000Z')
          known++
      }
    }
    // What is constant survives, so that the answer is not merely empty.
    expect(known).toBeGreaterThan(1.9 * PATHS.length)
  })

  it.each(CLASS_UIDS)('of class %i: is nowhere if every attribute holds it', uid => {
    for (const canary of CANARIES) {
      const raw: Record<string, unknown> = base(uid)
      for (const path of [...PATHS, ...META]) put(raw, path, canary)
      put(raw, ['metadata', 'version'], '1.3.0')
      // Attributes that have the right type survive.
      Object.assign(raw, base(uid))
      const { view, text } = auditorsView(raw)
      expect(tracesIn(text)).toEqual([])
      expect(view).toMatchObject({ severity: 'medium', outcome: 'success', event_time: '2026-11-21T09:29:58.000Z' })
    }
  })

  it('is nowhere if it stands anywhere in any shape', () => {
    const canary = fc.constantFrom(...CANARIES)
    const shape = canary.chain(text =>
      fc.constantFrom<unknown>(text, [text, text], { name: text }, [{ value: text }], `by ${text}`),
    )
    const filled = fc
      .tuple(
        fc.constantFrom(...CLASS_UIDS),
        fc.array(fc.tuple(fc.constantFrom(...PATHS, ...META), shape), { maxLength: 60 }),
      )
      .map(([uid, members]) => {
        const raw: Record<string, unknown> = { ...base(uid), metadata: { version: '1.3.0' } }
        for (const [path, value] of members) if (!isVersion(path, value)) put(raw, path, value)
        return { ...raw, metadata: { ...(raw.metadata as object), version: '1.3.0' } }
      })
    const property = fc.property(filled, raw => expect(tracesIn(auditorsView(raw).text)).toEqual([]))
    const { errorInstance, seed } = fc.check(property, { numRuns: 150, endOnFailure: true })
    if (errorInstance instanceof Error) throw new Error(`seed ${seed}: ${errorInstance.message}`)
  })
})

it('is in no name that classifies the event, nor among the values that auditors filter by', () => {
  for (const name of CANARIES) {
    const raw = { ...base(99_123), category_uid: 42, class_name: name, category_name: name, activity_name: name }
    const { text } = auditorsView({ ...raw, metadata: { version: '1.3.0' }, message: 'x' })
    expect(tracesIn(text)).toEqual([])
  }
})

describe('the closed lists of the policy', () => {
  const members = (list: string) => {
    const type = standardPolicy.types?.[list]
    return type?.of === 'list' ? type.members : []
  }

  it('hold every category, class and activity that the normalizer writes', () => {
    expect(members('ocsf_category')).toEqual(expect.arrayContaining(Object.values(CATEGORIES)))
    expect(members('ocsf_class')).toEqual(expect.arrayContaining(Object.keys(CLASSES)))
    for (const { activities } of Object.values(CLASSES))
      expect(members('ocsf_activity')).toEqual(expect.arrayContaining(activities.filter(name => name !== '')))
  })
})

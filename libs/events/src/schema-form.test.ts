import { describe, expect, it } from '@jest/globals'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { type EventKind, KINDS } from './kinds.ts'
import { isDraft07, type JsonSchema, opened, toDraft07 } from './schema-form.ts'
import { createEventCodec, loadSchema } from './validation.ts'

/** Validators of each dialect, the way that consumers use them: each schema for itself. */
const in2020 = (schema: JsonSchema): ValidateFunction => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  return ajv.compile(schema)
}
const inDraft07 = (schema: JsonSchema): ValidateFunction => {
  const ajv = new Ajv({ strict: false })
  addFormats.default(ajv)
  return ajv.compile(schema)
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
const examplesOf = (kind: EventKind): Json[] => (loadSchema(kind) as { examples: Json[] }).examples

/** Values that are on one side or the other of what schemas say. */
const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, 1, -1, 1.5, 2 ** 53, '', 'x', 'env_a', 'ten_a', 'evt_a', 'high', [], {}, ['a']),
  fc.constantFrom<Json>('2026-11-21T09:30:00.000Z', '2026-13-21T09:30:00Z', 'a'.repeat(5_000), { surprise: 1 }),
  fc.array(fc.constant('evt_a'), { minLength: 99, maxLength: 102 }),
  fc.json({ maxDepth: 2 }).map(text => JSON.parse(text) as Json),
)

interface Step {
  readonly at: number
  readonly how: 'replace' | 'remove' | 'add' | 'repeat'
  readonly value: Json
}
const step: fc.Arbitrary<Step> = fc.record({
  at: fc.nat(10_000),
  how: fc.constantFrom('replace', 'remove', 'add', 'repeat'),
  value: odd,
})

/** The event with one thing changed, anywhere in it. */
function mutated(event: Json, { at, how, value }: Step): Json {
  const copy = structuredClone(event)
  const places: { readonly holder: { [name: string]: Json } | Json[]; readonly name: string }[] = []
  const visit = (one: Json): void => {
    if (one === null || typeof one !== 'object') return
    for (const [name, member] of Object.entries(one)) {
      places.push({ holder: one, name })
      visit(member)
    }
  }
  visit(copy)
  if (places.length === 0) return copy
  const { holder, name } = places[at % places.length]!
  const object = holder as { [name: string]: Json }
  if (how === 'replace') object[name] = value
  else if (how === 'remove') Array.isArray(holder) ? holder.splice(Number(name), 1) : delete object[name]
  else if (how === 'add') Array.isArray(holder) ? holder.push(value) : Object.assign(object, { added_later: value })
  else if (Array.isArray(holder)) holder.push(...Array.from({ length: 100 }, () => structuredClone(holder[0]!)))
  else object[name] = [object[name]!, object[name]!]
  return copy
}

describe.each(KINDS)('%s in draft-07', kind => {
  const source = loadSchema(kind)
  const judges = [
    [in2020(source), inDraft07(toDraft07(source))],
    [in2020(opened(source)), inDraft07(toDraft07(opened(source)))],
  ] as const

  it('says the same as the source of every example, changed in any way, closed and open', () => {
    const verdicts = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(fc.constantFrom(...examplesOf(kind)), fc.array(step, { maxLength: 3 }), (example, steps) => {
        const event = steps.reduce(mutated, example)
        for (const [of2020, of07] of judges) {
          const verdict = of2020(event)
          verdicts[verdict ? 'accepted' : 'refused']++
          expect(of07(event)).toBe(verdict)
        }
      }),
      { numRuns: 300 },
    )
    expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(10)
  })

  it('says of itself what it is, and has no id that two versions would share', () => {
    const registered = toDraft07(opened(source))
    expect(isDraft07(registered)).toBe(true)
    expect(isDraft07(source)).toBe(false)
    expect(registered).not.toHaveProperty('$id')
    expect(JSON.stringify(registered)).not.toContain('"additionalProperties":false')
  })
})

describe('the open form', () => {
  it('is closed nowhere, and keeps members and values that only look like keywords', () => {
    const schema = {
      additionalProperties: false,
      properties: { additionalProperties: { const: { additionalProperties: false } } },
      items: { additionalProperties: { type: 'string' } },
    }
    expect(opened(schema)).toEqual({
      properties: { additionalProperties: { const: { additionalProperties: false } } },
      items: { additionalProperties: { type: 'string' } },
    })
  })

  it('is what our own readers accept', () => {
    const codec = createEventCodec()
    for (const kind of KINDS) {
      const validate = inDraft07(toDraft07(opened(loadSchema(kind))))
      fc.assert(
        fc.property(fc.constantFrom(...examplesOf(kind)), step, (example, one) => {
          const event = mutated(example, { ...one, how: 'add' })
          expect(validate(event)).toBe(decodes(codec, event))
        }),
        { numRuns: 40 },
      )
    }
  })
})

function decodes(codec: ReturnType<typeof createEventCodec>, event: Json): boolean {
  try {
    codec.decode(JSON.stringify(event))
    return true
  } catch {
    return false
  }
}

describe('keywords that the two dialects write differently', () => {
  const samples: Json[] = [
    null,
    1,
    'a',
    [],
    [1],
    [1, 'a'],
    ['a'],
    [1, 'a', true],
    [1, 'a', 'b'],
    {},
    { a: 1 },
    { a: 1, b: 1 },
    { a: 'x', b: 'x' },
    { b: 1 },
  ]
  it.each<[string, JsonSchema]>([
    ['$defs', { $defs: { n: { type: 'integer' } }, properties: { a: { $ref: '#/$defs/n' } } }],
    [
      'a keyword beside $ref',
      { $defs: { o: { type: 'object' } }, $ref: '#/$defs/o', allOf: [{ maxProperties: 1 }], required: ['a'] },
    ],
    ['prefixItems', { prefixItems: [{ type: 'integer' }, { type: 'string' }] }],
    [
      'items behind prefixItems',
      { prefixItems: [{ type: 'integer' }, { type: 'string' }], items: { type: 'boolean' } },
    ],
    ['no items behind prefixItems', { prefixItems: [{ type: 'integer' }], items: false }],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }],
    ['dependentSchemas', { dependentSchemas: { a: { properties: { b: { type: 'integer' } } } } }],
  ])('%s', (_name, schema) => {
    const [of2020, of07] = [in2020(schema), inDraft07(toDraft07(schema))]
    const verdicts = samples.map(sample => of2020(sample))
    expect(samples.map(sample => of07(sample))).toEqual(verdicts)
    expect(new Set(verdicts).size).toBe(2)
  })

  it.each([
    ['unevaluatedProperties', { unevaluatedProperties: false }],
    ['minContains', { contains: { type: 'string' }, minContains: 2 }],
    ['$dynamicRef', { properties: { a: { $dynamicRef: '#a' } } }],
    ['$id', { properties: { a: { $id: 'a' } } }],
    ['has two', { dependentRequired: { a: ['b'] }, dependentSchemas: { a: {} } }],
  ])('%s, which draft-07 has not, is refused', (word, schema) => {
    expect(() => toDraft07(schema)).toThrow(word)
  })
})

import type { TenantId } from '@wardline/kernel'
import { type Document, defineCollection } from '@wardline/registries'
import fc from 'fast-check'
import type { ListQuery } from '../registry.ts'

export interface SampleDoc extends Document {
  readonly name?: string | null | undefined
  readonly size?: number | null | undefined
  readonly live?: boolean | null | undefined
  readonly tags?: readonly string[] | null | undefined
  readonly token?: string | null | undefined
  readonly label?: string | null | undefined
  readonly until?: number | null | undefined
  readonly extra?: unknown
}

/** A collection that uses everything a declaration allows. */
export const samples = defineCollection<SampleDoc>({
  name: 'contract_samples',
  owner: 'gateway',
  schemaVersion: 1,
  fields: {
    name: 'text',
    size: 'number',
    live: 'boolean',
    tags: 'text[]',
    token: 'text',
    label: 'text',
    until: 'number',
  },
  indexes: [['name'], ['live', 'size'], ['tags', 'name']],
  uniqueGlobally: ['token'],
  uniqueInTenant: ['label'],
  expiresBy: 'until',
})

const NAMES = ['', 'a', 'A', 'ab', 'b', 'ß', 'z', '\u{1F600}', '\uFFFD', "o'neil", '%', '_']
const SIZES = [-1.5, 0, 1, 2, 1e300, 9_007_199_254_740_991]
const TAGS = ['red', 'Red', 'green', '']

const maybe = <T>(values: readonly T[]): fc.Arbitrary<T | null | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, fc.constantFrom(null, undefined))

export const sampleFields: fc.Arbitrary<Omit<SampleDoc, 'id'>> = fc.record({
  name: maybe(NAMES),
  size: maybe(SIZES),
  live: maybe([true, false]),
  tags: fc.oneof(fc.subarray(TAGS), fc.constant(null)),
})

const orderFields = ['id', 'name', 'size', 'live'] as const

/** Any query that the port allows. */
export const sampleQuery: fc.Arbitrary<ListQuery<SampleDoc>> = fc
  .record({
    name: fc.option(
      fc.oneof(
        fc.constantFrom(...NAMES),
        fc.record({ in: fc.subarray(NAMES) }),
        fc.record({ gte: fc.constantFrom(...NAMES) }),
        fc.record({ gte: fc.constantFrom(...NAMES), lt: fc.constantFrom(...NAMES) }),
      ),
      { nil: undefined, freq: 3 },
    ),
    size: fc.option(
      fc.oneof(
        fc.constantFrom(...SIZES),
        fc.record({ in: fc.subarray(SIZES) }),
        fc.record({ lt: fc.constantFrom(...SIZES) }),
      ),
      { nil: undefined, freq: 2 },
    ),
    live: fc.option(fc.oneof(fc.boolean(), fc.record({ in: fc.subarray([true, false]) })), { nil: undefined, freq: 2 }),
    tags: fc.option(fc.oneof(fc.constantFrom(...TAGS), fc.record({ in: fc.subarray(TAGS) })), {
      nil: undefined,
      freq: 2,
    }),
    by: fc.option(fc.constantFrom(...orderFields), { nil: undefined, freq: 6 }),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    limit: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ name, size, live, tags, by, direction, limit }) => {
    const where = Object.fromEntries(Object.entries({ name, size, live, tags }).filter(([, v]) => v !== undefined))
    return { where, limit, ...(by ? { order: { by, direction } } : {}) }
  })

/** The end of a page, where the next one starts. */
export function placeAfter(query: ListQuery<SampleDoc>, last: SampleDoc): NonNullable<ListQuery<SampleDoc>['after']> {
  const value = last[query.order?.by ?? 'id'] as string | number | boolean | null | undefined
  return { value: value ?? null, id: last.id }
}

export interface Owned {
  readonly tenant: TenantId
  readonly doc: SampleDoc
}

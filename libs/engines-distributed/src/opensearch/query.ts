import type { TenantId } from '@wardline/kernel'
import type { CountConditions, Coverage, ExactFilters, Tier } from '@wardline/ports'
import type { IndexNames } from './names.ts'

/** No shard answers faster; a shorter deadline would always return nothing. */
const LEAST_TIMEOUT_MS = 200
/** Time for transport, in addition to the shards' time. */
const SLACK_MS = 1000
const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'

/** Parameters of every search: indices come and go, and what a shard cannot answer is reported, not thrown. */
export const TARGET = {
  ignore_unavailable: true,
  allow_no_indices: true,
  expand_wildcards: 'open',
  allow_partial_search_results: true,
} as const

/** The conditions of a query. The tenant comes first, and only from the caller's principal. */
export const filtersOf = (tenant: TenantId, q: CountConditions): object[] => [
  { term: { tenant } },
  { range: { time: { gte: q.from, lt: q.to } } },
  ...conditionsOf(q),
]

export function conditionsOf(q: Omit<CountConditions, 'from' | 'to' | 'deadlineMs'>): object[] {
  const not = termsOf(q.not ?? {})
  return [
    ...termsOf(q),
    ...(q.words ?? []).map(word => (typeof word === 'string' ? { term: { words: word } } : { terms: { words: word } })),
    ...(not.length > 0 ? [{ bool: { must_not: not } }] : []),
  ]
}

function termsOf(f: ExactFilters): object[] {
  const any = (field: string, values: readonly (string | number)[] | undefined): object[] =>
    values === undefined ? [] : [{ terms: { [field]: values } }]
  return [
    ...any('severity', f.severityIds),
    ...any('category', f.categories),
    ...any('type', f.eventTypes),
    ...any('source', f.logSourceIds),
    ...any('asset', f.assetIds),
    ...any('users', f.users),
    ...any('ips', f.ips),
    ...any('hosts', f.hosts),
  ]
}

/**
 * How long the shards may take, and how long to wait in total. A search that no caller waits for any more is cancelled.
 */
export function timesOf(deadlineMs: number): { query: Record<string, string>; timeoutMs: number } {
  const timeout = Math.max(LEAST_TIMEOUT_MS, Math.ceil(deadlineMs))
  return {
    query: { timeout: `${timeout}ms`, cancel_after_time_interval: `${timeout + SLACK_MS}ms` },
    timeoutMs: timeout + SLACK_MS,
  }
}

export interface ShardCounts {
  readonly total: number
  readonly successful: number
  readonly failures?: readonly { readonly index?: string | null }[]
}

export const timeWasOver = (tiers: readonly Tier[]): Coverage => ({
  tiers,
  incomplete: [{ from: FIRST_DAY, to: LAST_DAY, reason: 'deadline' }],
})

/** What shards did not answer. */
export function coverageOf(names: IndexNames, shards: ShardCounts, tiers: readonly Tier[]): Coverage {
  return { tiers, incomplete: missing(names, shards) }
}

function missing(names: IndexNames, shards: ShardCounts): Coverage['incomplete'] {
  if (shards.successful >= shards.total) return []
  const days = (shards.failures ?? []).map(({ index }) => (index ? names.partitionOf(index)?.day : undefined))
  if (days.length === 0 || days.includes(undefined)) return [{ from: FIRST_DAY, to: LAST_DAY, reason: 'unavailable' }]
  return [...new Set(days as string[])].sort().map(day => ({ from: day, to: day, reason: 'unavailable' }))
}

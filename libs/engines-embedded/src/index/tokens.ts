import { hash } from 'node:crypto'
import type { CountConditions, ExactFilters, IndexItem } from '@wardline/ports'

/**
 * What a partition indexes of an event: tokens `<tenant number>:<field><value>`, so that another tenant's tokens are other tokens. Only white
 * space separates tokens for SQLite (see partition-file.ts); what it would split or fold is escaped.
 */
const UNSAFE = /[\0- "A-Z~\x7f]/
const EACH_UNSAFE = /[\0- "A-Z~\x7f]/g
const MAX_VALUE = 400

/** A value as part of a token; only equal values give equal texts. Long ones are hashed. */
export function tokenValue(value: string): string {
  if (value.length > MAX_VALUE) return `~~${hash('sha256', value)}`
  if (!UNSAFE.test(value)) return value
  return value.replace(EACH_UNSAFE, c => `~${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** The fields' letters; the empty one is on every event. */
const FIELD = {
  word: 'w',
  severityId: 's',
  category: 'c',
  eventType: 't',
  logSourceId: 'l',
  assetId: 'a',
  user: 'u',
  ip: 'i',
  host: 'h',
} as const

/** The tokens of an event, each after a space; {@link withTenant} completes them. */
export function itemTokens({ words, filters: f }: Pick<IndexItem, 'words' | 'filters'>): string {
  const { word, severityId, category, eventType, logSourceId, assetId, user, ip, host } = FIELD
  let text = ` ${severityId}${f.severityId}`
  const add = (field: string, values: readonly string[]): void => {
    for (const value of values) text += ` ${field}${tokenValue(value)}`
  }
  add(category, [f.category])
  add(eventType, [f.eventType])
  add(logSourceId, [f.logSourceId])
  if (f.assetId !== null) add(assetId, [f.assetId])
  add(user, f.users)
  add(ip, f.ips)
  add(host, f.hosts)
  add(word, words)
  return text
}

/** The text that is indexed: the tenant's own token, then its tokens. */
export const withTenant = (tenantNumber: number, tokens: string): string => {
  const prefix = `${tenantNumber.toString(36)}:`
  return prefix + tokens.replaceAll(' ', ` ${prefix}`)
}

/** The tokens of a query, without the tenant. */
export interface TokenQuery {
  /** The groups are joined by AND, the tokens of one group by OR. */
  readonly all: readonly (readonly string[])[]
  /** Tokens that must not occur. */
  readonly none: readonly string[]
}

export function tokenQuery(q: Omit<CountConditions, 'from' | 'to' | 'deadlineMs'>): TokenQuery {
  const words = [...new Set(q.words ?? [])].map(word => tokensOf(FIELD.word, [word].flat()))
  return { all: [...filterTokens(q), ...words], none: filterTokens(q.not ?? {}).flat() }
}

const filterTokens = (f: ExactFilters): readonly (readonly string[])[] =>
  [
    tokensOf(FIELD.severityId, f.severityIds),
    tokensOf(FIELD.category, f.categories),
    tokensOf(FIELD.eventType, f.eventTypes),
    tokensOf(FIELD.logSourceId, f.logSourceIds),
    tokensOf(FIELD.assetId, f.assetIds),
    tokensOf(FIELD.user, f.users),
    tokensOf(FIELD.ip, f.ips),
    tokensOf(FIELD.host, f.hosts),
  ].filter(tokens => tokens !== undefined)

function tokensOf(field: string, values: readonly (string | number)[]): readonly string[]
function tokensOf(field: string, values: readonly (string | number)[] | undefined): readonly string[] | undefined
function tokensOf(field: string, values: readonly (string | number)[] | undefined): readonly string[] | undefined {
  return values && [...new Set(values.map(value => field + tokenValue(String(value))))]
}

/** Whether a query has an empty list of values: nothing can match. */
export const asksForNothing = ({ all }: TokenQuery): boolean => all.some(alternatives => alternatives.length === 0)

/** The MATCH text of FTS5. Every token is a quoted string; none contains a quotation mark. */
export function matchText(tenantNumber: number, { all, none }: TokenQuery): string {
  const quoted = (token: string): string => `"${tenantNumber.toString(36)}:${token}"`
  const anyOf = (tokens: readonly string[]): string => `(${tokens.map(quoted).join(' OR ')})`
  const wanted = all.length === 0 ? quoted('') : all.map(anyOf).join(' AND ')
  return none.length === 0 ? wanted : `(${wanted}) NOT ${anyOf(none)}`
}

import { hash } from 'node:crypto'
import type { CountConditions, IndexItem } from '@wardline/ports'

/**
 * What a partition indexes of an event: tokens `<tenant number>:<field><value>`, so that another tenant's tokens are other tokens. Only white
 * space separates tokens for SQLite (see partition-file.ts); what it would split or fold is escaped.
 */
const UNSAFE = /[\0- "A-Z~\x7f]/
const EACH_UNSAFE = /[\0- "A-Z~\x7f]/g
const MAX_VALUE = 400

/** A value as part of a token; equal values and no others give equal texts. Long ones are hashed. */
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

/** What a query asks for, without the tenant: groups joined by AND, alternatives within. */
export type TokenQuery = readonly (readonly string[])[]

export function queryGroups(q: Omit<CountConditions, 'from' | 'to' | 'deadlineMs'>): TokenQuery {
  const groups: string[][] = []
  const any = (field: string, values: readonly (string | number)[] | undefined): void => {
    if (values) groups.push([...new Set(values.map(value => field + tokenValue(String(value))))])
  }
  any(FIELD.severityId, q.severityIds)
  any(FIELD.category, q.categories)
  any(FIELD.eventType, q.eventTypes)
  any(FIELD.logSourceId, q.logSourceIds)
  any(FIELD.assetId, q.assetIds)
  any(FIELD.user, q.users)
  any(FIELD.ip, q.ips)
  any(FIELD.host, q.hosts)
  for (const word of new Set(q.words ?? [])) any(FIELD.word, [word].flat())
  return groups
}

/** The MATCH text of FTS5. Every token is a quoted string; none holds a quotation mark. */
export function matchText(tenantNumber: number, groups: TokenQuery): string {
  const quoted = (token: string): string => `"${tenantNumber.toString(36)}:${token}"`
  if (groups.length === 0) return quoted('')
  return groups.map(alternatives => `(${alternatives.map(quoted).join(' OR ')})`).join(' AND ')
}

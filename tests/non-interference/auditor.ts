// Everything that an auditor asks, and what the answers say, with what is random or keyed renamed.
import type { ApiClient } from '../../tools/client/api.ts'

/** One answer: everything of it that the auditor sees. */
export interface Seen {
  readonly asked: string
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** Headers of the connection, not of the answer. */
const OF_THE_CONNECTION = ['date', 'connection', 'keep-alive']

const FILTERS = [
  '',
  'order=asc',
  'severity=low',
  'min_severity=medium',
  'event_type=authentication',
  'not=severity:low',
]
const LISTS = ['/alerts', '/alerts?order=asc', '/tickets', '/auditor/evidence', '/session']

/**
 * Asks for everything, in the same order for the same story.
 * @param words to search for, of whichever person
 */
export async function askEverything(auditor: ApiClient, words: readonly string[]): Promise<readonly Seen[]> {
  const seen: Seen[] = []
  // biome-ignore lint/suspicious/noExplicitAny: it reads whatever an answer holds
  async function ask(path: string, more: Readonly<Record<string, string>> = {}): Promise<any> {
    const { status, headers, text, body } = await auditor.get(path, more)
    const told = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name))
    seen.push({ asked: path, status, body: text, headers: Object.fromEntries(told) })
    return { ...body, etag: headers.etag }
  }
  const ids = new Set<string>()
  const queries = words.flatMap(word => [`q=${encodeURIComponent(word)}`, `q=failed%20${encodeURIComponent(word)}`])
  for (const query of [...FILTERS, ...queries]) {
    for (const event of (await ask(`/logs/search?${query}`)).items ?? []) ids.add(event.event_id)
  }
  for (const query of ['', ...queries.slice(0, 2)]) {
    await ask(`/logs/search/facets?${query}`)
    await ask(`/logs/search/histogram?${query}`)
  }
  for (const filter of ['user', 'ip', 'host', 'not'])
    await ask(`/logs/search?${filter}=${filter === 'not' ? 'user:' : ''}${words[0]}`)
  for (let next = '', pages = 0; pages < 4; pages++) {
    const page = await ask(`/logs/search?limit=2${next}`)
    if (!page.next_cursor) break
    next = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
  for (const id of [...ids, words[0]]) await ask(`/logs/${id}`)
  for (const path of LISTS) {
    for (const item of (await ask(path)).items ?? []) {
      if (item.alert_id && item.rule) await ask(`/alerts/${item.alert_id}`)
      if (item.evidence_id) await ask(`/compliance-evidence/${item.evidence_id}`)
      if (!item.ticket_id || item.rule) continue
      const { etag } = await ask(`/tickets/${item.ticket_id}`)
      await ask(`/tickets/${item.ticket_id}`, { 'If-None-Match': String(etag) })
      await ask(`/tickets/${item.ticket_id}/comments`)
    }
  }
  // Last, as every question before it may be on record.
  await ask('/audit-records?limit=200')
  return seen
}

/**
 * What an answer may differ in, and why it says nothing about a person: each is random, or made with a key that no
 * auditor has. It is named by the order in which it first appears, so that it must be the same wherever it was the same.
 */
const RENAMED: readonly (readonly [string, RegExp])[] = [
  ['pseudonym', /[a-z_]+:\d+~[a-z2-7]{16,}/g],
  // Random ids. Ids of events are none of them: they must be the same.
  ['id', /\b(?:aud|tkt|cmt|req|bat|cor|env)_[a-z2-7]{26}\b/g],
  // Of a correlation, from the values that it groups by. Others are the same, but their names need not be.
  ['alert', /\b(?:alr|evd)_[a-z2-7]{26}\b/g],
  // Digests of audit records, over random ids.
  ['digest', /\b[0-9a-f]{64}\b/g],
  // Of the answer, which has pseudonyms in it.
  ['etag', /(?<="etag":"\\")[\w-]{22}/g],
  ['cursor', /(?<=(?:cursor=|"next_cursor":"))[\w%.~-]{20,}/g],
]

/** The first answer that differs between two worlds, with what surrounds the difference; undefined when none does. */
export function firstDifference(one: readonly Seen[], other: readonly Seen[]): object | undefined {
  const [left, right] = [renamed(one), renamed(other)]
  const at = left.findIndex((answer, i) => answer !== right[i])
  if (at < 0) return left.length === right.length ? undefined : { answers: [left.length, right.length] }
  const [a = '', b = ''] = [left[at], right[at]]
  let place = 0
  while (place < a.length && a[place] === b[place]) place++
  const around = (text: string): string => text.slice(Math.max(0, place - 80), place + 80)
  return { asked: one[at]?.asked, one: around(a), other: around(b) }
}

/** The answers of one world as text, line by line. */
function renamed(answers: readonly Seen[]): readonly string[] {
  const names = new Map<string, string>()
  const kinds = new Map<string, number>()
  const nameOf = (kind: string, value: string): string => {
    const type = kind === 'pseudonym' ? value.slice(0, value.indexOf('~')) : kind
    const known = names.get(value)
    if (known) return known
    const number = (kinds.get(type) ?? 0) + 1
    kinds.set(type, number)
    names.set(value, `${type}#${number}`)
    return `${type}#${number}`
  }
  return answers.map(answer =>
    RENAMED.reduce((text, [kind, form]) => text.replace(form, value => nameOf(kind, value)), JSON.stringify(answer)),
  )
}

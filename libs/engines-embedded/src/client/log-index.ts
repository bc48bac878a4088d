import { type TenantId, tenantId } from '@wardline/kernel'
import type { CountConditions, LogIndex, Tier } from '@wardline/ports'
import { kindText } from '../index/kinds.ts'
import type { CountRequest, Position, PutColumns, ReaderMethods, WriterMethods } from '../index/methods.ts'
import { asksForNothing, itemTokens, tokenQuery } from '../index/tokens.ts'
import type { RpcClient } from '../rpc/client.ts'

/** The LogIndex of one thread. Tokens and JSON are made here, so that the writer thread only writes. */
export function createLogIndex(
  writer: RpcClient<WriterMethods>,
  readers: readonly RpcClient<ReaderMethods>[],
): LogIndex {
  let turn = 0
  const reader = (): RpcClient<ReaderMethods> => {
    turn = (turn + 1) % Math.max(1, readers.length - 1)
    return readers[turn] as RpcClient<ReaderMethods>
  }
  /** A count takes long: it must not be in the way of a search. */
  const counter = (): RpcClient<ReaderMethods> => readers.at(-1) as RpcClient<ReaderMethods>
  const tiersWithin = (from: number, to: number, of = reader()): Promise<readonly Tier[]> =>
    of.call('tiers', { from, to })
  const event = (doc: string) => JSON.parse(doc) as Readonly<Record<string, unknown>>

  return {
    capabilities: { refreshMs: 0, sealing: 'compacts' },
    async put(items) {
      if (items.length === 0) return []
      const columns: PutColumns = {
        tenants: items.map(i => i.tenantId),
        eventIds: items.map(i => i.eventId),
        days: items.map(i => i.partitionDay),
        classes: items.map(i => i.retentionClass),
        times: items.map(i => i.eventTime),
        tokens: items.map(itemTokens),
        docs: items.map(i => JSON.stringify(i.event)),
        kinds: items.map(kindText),
        received: items.map(i => i.receivedAt),
        origins: items.map(i => i.origin),
      }
      let bytes = 0
      for (let i = 0; i < items.length; i++) bytes += (columns.docs[i]?.length ?? 0) + (columns.tokens[i]?.length ?? 0)
      return writer.call('put', columns, bytes)
    },
    async search(tenant, query) {
      const { from, to, order, limit, deadlineMs } = query
      const after = query.after === undefined ? null : positionOf(query.after)
      const request = { tenant, from, to, order, limit, deadlineMs, after, tokens: tokenQuery(query) }
      const none = asksForNothing(request.tokens) || from >= to
      const answer = none ? { docs: [], tiers: [], next: null, incomplete: [] } : await reader().call('search', request)
      return {
        items: answer.docs.map((doc, i) => ({ event: event(doc), tier: answer.tiers[i] ?? 'hot' })),
        next: answer.next && JSON.stringify(answer.next),
        coverage: { tiers: await tiersWithin(from, to), incomplete: answer.incomplete },
      }
    },
    async facets(tenant, query) {
      const { fields, top } = query
      const request = countRequest(tenant, query)
      const answer = request
        ? await counter().call('facets', { ...request, fields, top })
        : { facets: fields.map(field => ({ field, values: [], truncated: false })), total: 0, incomplete: [] }
      const { facets, total, incomplete } = answer
      return {
        facets,
        total,
        exact: true,
        coverage: { tiers: await tiersWithin(query.from, query.to, counter()), incomplete },
      }
    },
    async histogram(tenant, query) {
      const request = countRequest(tenant, query)
      const { buckets, incomplete } = request
        ? await counter().call('histogram', { ...request, intervalMs: query.intervalMs })
        : { buckets: [], incomplete: [] }
      return { buckets, coverage: { tiers: await tiersWithin(query.from, query.to, counter()), incomplete } }
    },
    async countReceived(tenant, from, to) {
      const { counts, incomplete } = await counter().call('countReceived', { tenant, from, to })
      return { counts, coverage: { tiers: await tiersWithin(-Infinity, Infinity, counter()), incomplete } }
    },
    async read(tenant, eventId) {
      const found = await reader().call('read', { tenant, eventId })
      return found && { event: event(found.doc), tier: found.tier }
    },
    partitions: () => reader().call('partitions', undefined),
    async tenantsOf({ id }) {
      return (await counter().call('tenantsOf', id)).map(tenantId)
    },
    async readPartition({ id }, tenant, { after, limit, of }) {
      const place = after === undefined ? null : BigInt(after)
      const tokens = tokenQuery(of ?? {})
      const { docs, next } = await counter().call('page', { id, tenant, tokens, after: place, limit })
      return { events: docs.map(event), next: next === null ? null : String(next) }
    },
    async seal({ id }) {
      await writer.call('seal', id)
    },
    async erase({ id }, items) {
      const events = {
        tenants: items.map(i => i.tenantId),
        eventIds: items.map(i => i.eventId),
        tokens: items.map(itemTokens),
      }
      return writer.call('erase', { id, events })
    },
    async purge({ id }) {
      await writer.call('purge', id)
      return true
    },
    async drop({ id }) {
      await writer.call('drop', id)
    },
  }
}

/** undefined if nothing can match. */
function countRequest(tenant: TenantId, query: CountConditions): CountRequest | undefined {
  const { from, to, deadlineMs, words, users, ips, hosts, ...kinds } = query
  const tokens = tokenQuery(query)
  if (from >= to || asksForNothing(tokens)) return undefined
  const { not } = query
  const byKinds = !words?.length && !users && !ips && !hosts && !not?.users && !not?.ips && !not?.hosts
  return { tenant, from, to, deadlineMs, tokens, kinds: byKinds ? kinds : null }
}

/** @throws Error when the text is not a `next` of this index. */
function positionOf(after: string): Position {
  const value: unknown = JSON.parse(after)
  if (!Array.isArray(value) || typeof value[0] !== 'number' || typeof value[1] !== 'string')
    throw new Error('not a position of this index')
  return [value[0], value[1]]
}

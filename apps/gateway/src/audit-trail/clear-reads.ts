import { type Clock, rfc3339 } from '@wardline/kernel'
import type { AuditEntry, AuditTrail } from './audit-trail.ts'

/** A first read is recorded this long after it, with those that have followed. */
const FIRST_MS = 5_000
/** Reads that go on are recorded again after this time, with how many they were. */
const AGAIN_MS = 60_000
/** The same for a list that a page keeps asking for. */
const LIST_AGAIN_MS = 900_000
/** How often due groups are looked for. */
const SWEEP_MS = 2_500
/** The most groups that are remembered. Beyond it the oldest one is recorded early. */
const MAX_GROUPS = 5_000

/** One read of personal data in clear. */
export interface ClearRead
  extends Pick<AuditEntry, 'tenantId' | 'actor' | 'operation' | 'resource' | 'request_id' | 'client_address'> {
  /** Names of the personal fields that it was filtered by. */
  readonly filters: readonly string[]
}

/**
 * Puts reads of personal data in clear on record (docs/people.md#reads-of-personal-data): one record per caller, address,
 * operation, record and set of filters, within 10 s of the first read, and then one a minute while the same goes on. Pages
 * that poll a list make four an hour. What waits is lost if the process is killed.
 */
export interface ClearReads {
  note(read: ClearRead): void
  /** Records what waits, and nothing by itself from then on. */
  end(): void
}

interface Group {
  readonly read: ClearRead
  readonly firstAt: number
  readonly dueAt: number
  lastAt: number
  count: number
}

export function createClearReads(ports: {
  readonly trail: Pick<AuditTrail, 'recordSoon'>
  readonly clock: Clock
}): ClearReads {
  const { trail, clock } = ports
  /** In the order of their first read. */
  const groups = new Map<string, Group>()
  /** What is on record, and until when more of the same is only counted. */
  const known = new Map<string, number>()

  function record(key: string, { read, firstAt, lastAt, count }: Group): void {
    groups.delete(key)
    const { filters, ...entry } = read
    known.delete(key)
    known.set(key, clock.now() + (isPolled(read) ? LIST_AGAIN_MS : AGAIN_MS))
    dropOldest(known)
    trail.recordSoon({
      ...entry,
      status: 200,
      code: null,
      redaction_policy_id: null,
      reads: { count, first_at: rfc3339(firstAt), last_at: rfc3339(lastAt), filters },
    })
  }

  function sweep(): void {
    const now = clock.now()
    // A clock that was set back must not hold a record back.
    for (const [key, group] of groups) if (now >= group.dueAt || now < group.firstAt) record(key, group)
    for (const [key, until] of known) if (now >= until && !groups.has(key)) known.delete(key)
  }

  const timer = setInterval(sweep, SWEEP_MS).unref()

  return {
    note(read) {
      const now = clock.now()
      const key = keyOf(read)
      const group = groups.get(key)
      if (group) {
        group.count++
        group.lastAt = Math.max(now, group.lastAt)
        return
      }
      const [oldest] = groups.size >= MAX_GROUPS ? groups : []
      if (oldest) record(...oldest)
      const dueAt = Math.max(now + FIRST_MS, known.get(key) ?? 0)
      groups.set(key, { read, firstAt: now, lastAt: now, dueAt, count: 1 })
    },
    end() {
      clearInterval(timer)
      for (const [key, group] of groups) record(key, group)
    },
  }
}

/** Pages ask for lists again and again by themselves. They do not open records or filter by people by themselves. */
const isPolled = ({ resource, filters }: ClearRead): boolean => resource.id === null && filters.length === 0

const keyOf = ({ tenantId, actor, operation, resource, filters, client_address }: ClearRead): string =>
  JSON.stringify([tenantId, actor.type, actor.id, operation, resource.type, resource.id, filters, client_address])

function dropOldest(known: Map<string, number>): void {
  const [oldest] = known.size > MAX_GROUPS ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
}

import { type Clock, DAY_MS, PLATFORM_TENANT, rfc3339, SEARCHED_EPOCHS } from '@wardline/kernel'
import type { LogReader, Registry } from '@wardline/ports'
import { DATA_KEYS_ID, type DataKeysDoc, dataKeys, restores } from '@wardline/registries'
import { allTenants } from '@wardline/service-kit'
import { bad, type Finding, ok, warn } from './finding.ts'

const WHAT = 'pseudonyms'
/** Enough to meet an epoch: after a rotation every new event has it. */
const MOST_TENANTS = 20
const MOST_EVENTS = 200
const DEADLINE_MS = 2_000

const epochsOf = ({ keys }: DataKeysDoc) => keys.filter(({ purpose }) => purpose === 'pseudonyms')

/** Which epoch of pseudonyms is in use (docs/operating.md#rotating-pseudonyms). */
export function epochInUse(stored: DataKeysDoc | undefined): readonly Finding[] {
  const epochs = stored ? epochsOf(stored) : []
  const newest = epochs.reduce((last, key) => (key.epoch > last.epoch ? key : last), epochs[0]!)
  if (!stored || !newest) return []
  const since = `epoch ${newest.epoch} since ${newest.from ?? stored.created_at}`
  const unasked = epochs.length - SEARCHED_EPOCHS
  return [
    unasked > 0
      ? warn(WHAT, `${since}; searches by a name do not ask the oldest ${unasked}`, 'filter by user, ip and host')
      : ok(WHAT, since),
  ]
}

/**
 * The same on the engines, and which epochs a restore of MongoDB has lost: events from between the backup and the
 * restore are of epochs that have no key now.
 */
export async function epochsOnEngines(
  { registry, index }: { readonly registry: Registry; readonly index: Pick<LogReader, 'search'> },
  clock: Clock,
): Promise<readonly Finding[]> {
  const stored = await registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID)
  if (!stored) return []
  const known = new Set(epochsOf(stored.doc).map(({ epoch }) => epoch))
  const [restore] = await registry.list(restores, PLATFORM_TENANT, {
    order: { by: 'settled_at', direction: 'desc' },
    limit: 1,
  })
  if (!restore) return epochInUse(stored.doc)
  const to = Date.parse(restore.doc.settled_at)
  const from = restore.doc.backup_taken_at === null ? to - DAY_MS : Date.parse(restore.doc.backup_taken_at)
  const lost = new Set<number>()
  let tenants = 0
  for await (const tenant of allTenants(registry)) {
    if (tenants++ >= MOST_TENANTS) break
    const query = { from, to: Math.min(to, clock.now()), order: 'desc', limit: MOST_EVENTS } as const
    if (query.from >= query.to) break
    for (const { event } of (await index.search(tenant, { ...query, deadlineMs: DEADLINE_MS })).items) {
      const { pseudonym_epoch: epoch } = event
      if (typeof epoch === 'number' && !known.has(epoch)) lost.add(epoch)
    }
  }
  if (lost.size === 0) return epochInUse(stored.doc)
  const epochs = [...lost].sort((a, b) => a - b).join(', ')
  return [
    bad(
      WHAT,
      `epoch ${epochs} has no key since the restore of ${rfc3339(to)}: auditors get 503 for its records`,
      'wardline keys put-back <file> (docs/operating.md#an-epoch-that-a-restore-has-lost)',
    ),
  ]
}

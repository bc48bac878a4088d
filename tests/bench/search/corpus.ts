// Normalized events by the million: some thousands that the normalizer has made, again and again at other times.
import { DAY_MS, newId, rfc3339, type TenantId } from '@wardline/kernel'
import type { IndexItem, LogIndex } from '@wardline/ports'
import { createWorld, type Engines, type World } from '../../tiers/world.ts'
import { deliverLoad } from '../support/deliver-load.ts'
import { randomSource } from '../support/events.ts'

const POOL = 20_000
const BATCH = 2_000
export const DAYS = 30
/** Of the tenant that is searched; the others share the rest. */
const SHARE = 0.6
/** One event in so many has the rare user and the rare word. */
const RARE = 50_000
export const RARE_USER = 'zz-rare-user'
export const RARE_WORD = 'zzneedle'

type Clock = Parameters<typeof createWorld>[1]['clock']

/** A world whose normalizer shows what it would index: `made` fills with it until `live` is set, and nothing is stored. */
export async function capturingWorld(engines: Engines, tenantCount: number, clock: Clock) {
  const made: IndexItem[] = []
  const state = { live: false }
  const index: LogIndex = {
    ...engines.index,
    put(items) {
      if (state.live) return engines.index.put(items)
      made.push(...items)
      return Promise.resolve(items.map(() => 'created' as const))
    },
  }
  const world = await createWorld({ ...engines, index }, { tenantCount, ...(clock ? { clock } : {}) })
  return { world, made, state }
}

/** Events in order of their time, over {@link DAYS} days until now, in batches as they would come. */
export function* corpus(world: World, pool: readonly IndexItem[], events: number): Generator<IndexItem[]> {
  const random = randomSource(11)
  const [first, ...others] = world.tenants as readonly TenantId[]
  const began = world.clock.now() - DAYS * DAY_MS
  const step = (DAYS * DAY_MS) / events
  for (let from = 0; from < events; from += BATCH)
    yield Array.from({ length: Math.min(BATCH, events - from) }, (_, i) => {
      const n = from + i
      const tenant = random() < SHARE ? first : others[n % others.length]
      return itemAt(pool[Math.floor(random() * pool.length)]!, tenant!, Math.floor(began + n * step), n)
    })
}

function itemAt(like: IndexItem, tenantId: TenantId, time: number, n: number): IndexItem {
  const eventId = newId('evt')
  const at = rfc3339(time)
  const rare = n % RARE === RARE - 1
  return {
    ...like,
    tenantId,
    eventId,
    partitionDay: at.slice(0, 10),
    eventTime: time,
    receivedAt: time,
    origin: `0:${n}`,
    repeatable: false,
    words: rare ? [...like.words, RARE_WORD] : like.words,
    filters: rare ? { ...like.filters, users: [RARE_USER] } : like.filters,
    event: { ...like.event, event_id: eventId, event_time: at, ingested_at: at },
  }
}

/** Some thousands of events as the normalizer makes them. */
export async function makePool(captured: Awaited<ReturnType<typeof capturingWorld>>): Promise<readonly IndexItem[]> {
  await deliverLoad(captured.world, POOL)
  captured.state.live = true
  return captured.made
}

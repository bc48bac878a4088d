import { type Company, createCompany } from './company.ts'
import { type GroupPlace, placeFromStart } from './group-place.ts'

/** Consecutive events of a partition, as far as a reader must know them. */
export interface Window {
  /** Where reading began: no event between `from` and the first of `offsets` is missing. */
  readonly from: number
  /** The offset after the last event that was read. */
  readonly end: number
  readonly offsets: readonly number[]
  /** The tenant of each event. */
  readonly tenants: readonly string[]
  /** Whether there are events after `end`. */
  readonly more: boolean
}

/** What to handle now, and where the group is once that is done. */
export interface Turn {
  /** Indices into the window, in the window's order. */
  readonly take: readonly number[]
  readonly after: GroupPlace
}

/**
 * Reads a partition, which is an ordered log, so that tenants take turns (docs/adr/0019-tenants-take-turns.md). The
 * reader looks ahead: what it meets of a tenant that has more than its share waiting is left behind, for that tenant's
 * own turns. Every tenant's events are handled in their order. Pure: it reads nothing and handles nothing itself.
 */
export interface FairReader {
  readonly place: GroupPlace
  /** Where to read next, when the partition ends before offset `end`. Undefined when everything is handled. */
  next(end: number): number | undefined
  /** Chooses from what was read at {@link FairReader.next}. Changes nothing, so a failed turn can be chosen again. */
  choose(window: Window): Turn
  /** Call it when the events of a turn are handled: at once if there are none. */
  settle(turn: Turn): void
  /** The partition now begins at `offset`: what was before it is gone. */
  startAt(offset: number): void
}

export interface FairReaderOptions {
  /** Most events of one turn. */
  readonly max: number
  /** Everything in the order of the partition, without turns. */
  readonly inOrder?: boolean
  /** A tenant's part of a full turn while others have events too: see {@link CompanyOptions}. */
  readonly share?: number
  /** Instead of `max` and `share`: the one that partitions have in common whose turns are taken one after another. */
  readonly company?: Company
}

/** Who has more than this part of a full turn, with more waiting, is left behind. */
const MUCH = 1 / 8
/** Tenants that may be left behind at once. When more have too much, the partition is read in its order for a while. */
const MAX_BEHIND = 32
/** How far a reader looks ahead between two turns of tenants that are behind: windows where it found nothing to do. */
const AHEAD = 16
/** A window ahead with events to handle counts as this many. */
const BUSY = 4

export function createFairReader(
  start: GroupPlace,
  { max, inOrder = false, share, company = createCompany({ max, share }) }: FairReaderOptions,
): FairReader {
  let place = start
  /** What is left of {@link AHEAD}. */
  let looksLeft = AHEAD
  let last:
    | { turn: Turn; atFront: boolean; more: boolean; tenants: ReadonlySet<string>; chosen: string | undefined }
    | undefined

  const firstBehind = (): readonly [string, number] | undefined => place.behind.entries().next().value

  function chooseInOrder({ offsets, end }: Window): Turn {
    const take = offsets.flatMap((offset, i) => (offset >= place.front ? [i] : [])).slice(0, max)
    const untaken = offsets[(take.at(-1) ?? offsets.length) + 1]
    return { take, after: { front: Math.max(place.front, untaken ?? end), behind: place.behind } }
  }

  function chooseFairly({ from, end, offsets, tenants, more }: Window): Turn {
    const atFront = from === place.front
    const most = company.most()
    const quota = more || offsets.length > most ? company.quota(tenants) : most
    const behind = new Map(place.behind)
    const counts = new Map<string, number>()
    const stopped = new Set<string>()
    const take: number[] = []
    let scanned = end
    for (const [i, offset] of offsets.entries()) {
      const tenant = tenants[i] as string
      const own = behind.get(tenant)
      if (stopped.has(tenant) || offset < (own ?? place.front)) continue
      // Looking ahead, or the tenant is further behind than this window.
      if (own !== undefined && (atFront || own < from)) continue
      const count = counts.get(tenant) ?? 0
      if (count < quota && take.length < most) {
        counts.set(tenant, count + 1)
        take.push(i)
      } else if (own !== undefined || (count >= quota && behind.size < MAX_BEHIND)) {
        behind.set(tenant, offset)
        stopped.add(tenant)
      } else {
        scanned = offset
        break
      }
    }
    const front = from <= place.front ? Math.max(place.front, scanned) : place.front
    for (const [tenant, own] of atFront ? [] : place.behind) {
      if (!stopped.has(tenant) && own >= from) behind.set(tenant, Math.max(own, scanned))
      if ((behind.get(tenant) as number) >= front) behind.delete(tenant)
    }
    if (more && scanned === end)
      for (const [tenant, count] of counts)
        if (!place.behind.has(tenant) && count > max * MUCH && behind.size < MAX_BEHIND && !behind.has(tenant))
          behind.set(tenant, front)
    return { take, after: { front, behind } }
  }

  return {
    get place() {
      return place
    },
    next(end) {
      const [, waiting = place.front] = firstBehind() ?? []
      if (place.front < end && (looksLeft > 0 || waiting === place.front)) return place.front
      return waiting < place.front ? waiting : undefined
    },
    choose(window) {
      const turn = inOrder ? chooseInOrder(window) : chooseFairly(window)
      const atFront = window.from === place.front
      const tenants = new Set(turn.take.map(i => window.tenants[i] as string))
      last = { turn, atFront, more: window.more, tenants, chosen: atFront ? undefined : firstBehind()?.[0] }
      return turn
    },
    settle(turn) {
      const known = last?.turn === turn ? last : undefined
      place = turn.after
      last = undefined
      if (!known) return
      // At the end of the partition the front has done its part, however much comes in meanwhile.
      looksLeft = !known.atFront ? AHEAD : known.more ? looksLeft - (known.tenants.size > 0 ? BUSY : 1) : 0
      const { chosen, tenants } = known
      const own = chosen === undefined ? undefined : place.behind.get(chosen)
      // The tenant whose turn it was goes to the end of the line.
      if (chosen !== undefined && own !== undefined)
        place = {
          front: place.front,
          behind: new Map([...[...place.behind].filter(([t]) => t !== chosen), [chosen, own]]),
        }
      company.took(tenants)
    },
    startAt(offset) {
      place = placeFromStart(place, offset)
    },
  }
}

/**
 * How far a group is on one partition: everything before `front` is handled, but of a tenant in `behind` only what is
 * before its own offset, which is not after `front`. Offsets are below 2^53.
 */
export interface GroupPlace {
  readonly front: number
  readonly behind: ReadonlyMap<string, number>
}

export const placeAt = (front: number): GroupPlace => ({ front, behind: new Map() })

/** The offset of the first event that may not be handled. */
export const placeStart = ({ front, behind }: GroupPlace): number => Math.min(front, ...behind.values())

/** Everything of this tenant before the returned offset is handled. */
export const placeOf = ({ front, behind }: GroupPlace, tenant: string): number => behind.get(tenant) ?? front

/** The place when the partition begins at `offset` now, because what was before it is gone. */
export function placeFromStart(place: GroupPlace, offset: number): GroupPlace {
  if (placeStart(place) >= offset) return place
  const front = Math.max(place.front, offset)
  const behind = [...place.behind].map(([tenant, own]) => [tenant, Math.max(own, offset)] as const)
  return { front, behind: new Map(behind.filter(([, own]) => own < front)) }
}

/** A text for {@link placeFrom}; empty when no tenant is behind. At most 4,000 characters. */
export function placeText({ front, behind }: GroupPlace): string {
  return behind.size === 0 ? '' : JSON.stringify({ front, behind: Object.fromEntries(behind) })
}

/**
 * The place that a group had when it stored `start`, its first unhandled offset, with the text of {@link placeText}. A
 * text that does not belong to `start` is ignored: some events are then handled again.
 */
export function placeFrom(start: number, text: string | null | undefined): GroupPlace {
  try {
    const { front, behind } = JSON.parse(text || '{}') as { front?: unknown; behind?: Record<string, unknown> }
    const place = {
      front: offset(front),
      behind: new Map(Object.entries(behind ?? {}).map(([t, o]) => [t, offset(o)])),
    }
    return placeStart(place) === start ? place : placeAt(start)
  } catch {
    return placeAt(start)
  }
}

function offset(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Error('not an offset')
  return value
}

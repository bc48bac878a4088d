import type { TenantId } from '@wardline/kernel'
import { type GroupPlace, type Position, type Progress, placeOf } from '@wardline/ports'

export interface WaitingGroup {
  readonly tenant: TenantId
  /** Id of its document. */
  readonly id: string
  readonly ruleId: string
  readonly groupKey: string
}

/**
 * Groups with a window that waits for the watermark, as far as this instance knows. Others are found by sweeping the
 * registry.
 */
export interface WaitingGroups {
  add(group: WaitingGroup): void
  remove(group: WaitingGroup): void
  list(): readonly WaitingGroup[]
  /** Records which matches are in their groups' documents. */
  progress(progress: Progress): void
  /**
   * Whether every match of the tenant before `end` is in its group's document; undefined if nothing from that partition
   * has arrived since the start.
   */
  reached(tenant: TenantId, end: Position): boolean | undefined
}

/** Groups beyond this number are found again by sweeping the registry. */
const MAX_KNOWN = 50_000

export function createWaitingGroups(): WaitingGroups {
  const groups = new Map<string, WaitingGroup>()
  const places = new Map<number, GroupPlace>()
  const keyOf = ({ tenant, id }: WaitingGroup): string => `${tenant}|${id}`
  return {
    add(group) {
      if (groups.size < MAX_KNOWN) groups.set(keyOf(group), group)
    },
    remove: group => void groups.delete(keyOf(group)),
    list: () => [...groups.values()],
    progress: ({ partition, place }) => void places.set(partition, place),
    reached(tenant, { partition, offset }) {
      if (offset === '0') return true
      const place = places.get(partition)
      return place && placeOf(place, tenant) >= Number(offset)
    },
  }
}

import type { TenantId } from '@wardline/kernel'
import { compareOffsets, type Position } from '@wardline/ports'

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
  /** Records that the match at this position is in its group's document. */
  handled(position: Position): void
  /**
   * Whether every match before `end` is in its group's document; undefined if nothing from that partition has arrived
   * since the start.
   */
  reached(end: Position): boolean | undefined
}

/** Groups beyond this number are found again by sweeping the registry. */
const MAX_KNOWN = 50_000

export function createWaitingGroups(): WaitingGroups {
  const groups = new Map<string, WaitingGroup>()
  const handled = new Map<number, string>()
  const keyOf = ({ tenant, id }: WaitingGroup): string => `${tenant}|${id}`
  return {
    add(group) {
      if (groups.size < MAX_KNOWN) groups.set(keyOf(group), group)
    },
    remove: group => void groups.delete(keyOf(group)),
    list: () => [...groups.values()],
    handled: ({ partition, offset }) => void handled.set(partition, offset),
    reached({ partition, offset }) {
      if (offset === '0') return true
      const last = handled.get(partition)
      return last === undefined ? undefined : compareOffsets(String(BigInt(last) + 1n), offset) >= 0
    },
  }
}

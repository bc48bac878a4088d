import { DAY_MS, rfc3339 } from '@wardline/kernel'

export interface PartitionDay {
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string
  readonly fromReceiveTime: boolean
}

/**
 * The event's day if it is within [received - 7 d, received + 1 d], otherwise the receive day
 * (docs/architecture.md#normalized-log-events).
 */
export function partitionDay(eventTime: number, received: number, timeIsReceiveTime: boolean): PartitionDay {
  const near = eventTime >= received - 7 * DAY_MS && eventTime <= received + DAY_MS
  const fromReceiveTime = timeIsReceiveTime || !near
  return { day: rfc3339(near ? eventTime : received).slice(0, 10), fromReceiveTime }
}

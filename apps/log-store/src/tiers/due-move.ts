import { DAY_MS } from '@wardline/kernel'
import { classOf } from '@wardline/log-event'
import type { LogPartition } from '@wardline/ports'

/** Whole days from a partition's day to the day of `now`. */
export const ageInDays = (day: string, now: number): number =>
  Math.floor(now / DAY_MS) - Math.floor(Date.parse(day) / DAY_MS)

/** The tier that a partition should move to by its age, by the platform's clock. Restored partitions do not move. */
export function dueMove({ day, retentionClass, tier }: LogPartition, now: number): 'warm' | 'cold' | undefined {
  if (tier === 'cold') return undefined
  const age = ageInDays(day, now)
  const { hot, warm } = classOf(retentionClass)
  if (age >= warm) return 'cold'
  return age >= hot && tier === 'hot' ? 'warm' : undefined
}

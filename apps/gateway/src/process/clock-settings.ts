import { setting } from '@wardline/kernel'

/** Settings for a process that opens the gateway's listeners. */
export const CLOCK_SETTINGS = {
  /** `reset`, for one start, forgets the latest time seen if it was wrong (docs/operating.md, "Alarms"). */
  WARDLINE_CLOCK_MARK: setting.oneOf(['keep', 'reset'], { fallback: 'keep' }),
}

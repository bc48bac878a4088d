import { setting } from '@wardline/kernel'

/** Settings of whoever opens the gateway's listeners. */
export const CLOCK_SETTINGS = {
  /** `reset` for one start forgets the latest time that was seen, when that was wrong (docs/operating.md, "Alarms"). */
  WARDLINE_CLOCK_MARK: setting.oneOf(['keep', 'reset'], { fallback: 'keep' }),
}

import type { Setting } from '@wardline/kernel'
import { type EgressAllowance, readAllowance } from './addresses.ts'

/** Settings of whoever asks the outside world: `host:port` entries that may be private, and may speak plain http. */
export const EGRESS_SETTINGS: { readonly WARDLINE_EGRESS_ALLOW: Setting<EgressAllowance> } = {
  WARDLINE_EGRESS_ALLOW: {
    parse: text =>
      readAllowance(
        text
          .split(',')
          .map(entry => entry.trim())
          .filter(Boolean),
      ),
    fallback: () => readAllowance([]),
  },
}

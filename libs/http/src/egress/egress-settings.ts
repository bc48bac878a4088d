import type { Setting } from '@wardline/kernel'
import { type EgressAllowance, readAllowance } from './addresses.ts'

/**
 * Settings for services that send requests to the outside: `host:port` entries that may be private, and may use plain
 * http.
 */
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

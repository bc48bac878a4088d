import type { IndexedEvent } from '@wardline/ports'

/**
 * A log event as the API returns it, alone or in a list. The gateway decides at its exit what an auditor sees of it.
 */
export const logEventView = ({ event, tier }: IndexedEvent): Record<string, unknown> => ({ ...event, tier })

import type { IndexedEvent } from '@wardline/ports'

/** A log event as the API answers it, alone or in a list. What an auditor sees of it is decided at the gateway's exit. */
export const logEventView = ({ event, tier }: IndexedEvent): Record<string, unknown> => ({ ...event, tier })

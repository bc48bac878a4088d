import type { View } from '@wardline/api'
import type { IndexedEvent } from '@wardline/ports'

/**
 * The type of an event in the index, which stores events as opaque documents. It holds because the normalizer creates
 * every one of them: it sets all required members, and its test refuses members that the schema does not have.
 */
type NormalizedEvent = Omit<View<'LogEvent'>, 'tier'>

/**
 * A log event as the API returns it, alone or in a list. The gateway decides at its exit what an auditor sees of it.
 */
export const logEventView = ({ event, tier }: IndexedEvent): View<'LogEvent'> => ({
  ...(event as NormalizedEvent),
  tier,
})

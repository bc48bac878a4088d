import type { Envelope } from '@wardline/events'
import type { EventBus } from '@wardline/ports'

/**
 * Publishes in order. An event that its own schema refuses (a bug in a parser) is left out and reported, instead of
 * holding up its partition forever. Any other fault is thrown.
 * @returns the positions of the events that were left out.
 */
export async function publishEvents(bus: EventBus, events: readonly Envelope[]): Promise<ReadonlySet<number>> {
  if (events.length === 0) return new Set()
  try {
    await bus.publish(events)
    return new Set()
  } catch (error) {
    if (!isInvalid(error)) throw error
  }
  const invalid = new Set<number>()
  for (const [i, event] of events.entries()) {
    try {
      await bus.publish([event])
    } catch (error) {
      if (!isInvalid(error)) throw error
      invalid.add(i)
    }
  }
  return invalid
}

/** Checked by name because an engine may throw it in another thread. */
const isInvalid = (error: unknown): boolean => error instanceof Error && error.name === 'EventInvalid'

import type { Clock, TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { detectionProgress } from '@wardline/registries'

export interface WatermarkSettings {
  /** How much later than newer events of its source an event may arrive and still count in its place. */
  readonly latenessMs: number
  /** A source without events for this long, by the wall clock, no longer holds the watermark back. */
  readonly silenceMs: number
}

export const DEFAULT_WATERMARK: WatermarkSettings = { latenessMs: 10_000, silenceMs: 5_000 }

/** Sources that are checked. A tenant with more active sources waits only for the first thousand. */
const MAX_SOURCES = 1_000

/** How far event time has come for a tenant: within the lateness, no event before it can still arrive. */
export interface Watermark {
  /** Milliseconds since the epoch; Infinity if every source is silent. */
  of(tenant: TenantId): Promise<number>
}

/**
 * The minimum, over the tenant's sources that are not silent, of the newest event time minus the lateness
 * (docs/architecture.md#detection). Until one silence period after the start, no source counts as silent, because
 * events that a stopped process had not read may still arrive.
 * @param startedAt when this instance started to consume, by the wall clock
 */
export function createWatermark(
  { registry, clock }: { readonly registry: Registry; readonly clock: Clock },
  { latenessMs, silenceMs }: WatermarkSettings,
  startedAt: () => number,
): Watermark {
  return {
    async of(tenant) {
      const now = clock.now()
      const speakingSince = now - startedAt() < silenceMs ? 0 : now - silenceMs
      const active = await registry.list(detectionProgress, tenant, {
        where: { seen_at: { gte: speakingSince } },
        order: { by: 'seen_at', direction: 'desc' },
        limit: MAX_SOURCES,
      })
      if (active.length === 0)
        return now - startedAt() < silenceMs ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
      return Math.min(...active.map(({ doc }) => doc.newest_event_time)) - latenessMs
    },
  }
}

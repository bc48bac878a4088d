import type { Clock, TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { detectionProgress } from '@wardline/registries'

export interface WatermarkSettings {
  /** How much later than newer ones of its source an event may come and still count in its place. */
  readonly latenessMs: number
  /** A source without events for this long, by the wall clock, holds nothing back. */
  readonly silenceMs: number
}

export const DEFAULT_WATERMARK: WatermarkSettings = { latenessMs: 10_000, silenceMs: 5_000 }

/** Sources that are looked at; a tenant with more active ones waits for the first thousand of them. */
const MAX_SOURCES = 1_000

/** How far event time has come for a tenant: no event before it is still to come, within the lateness. */
export interface Watermark {
  /** Milliseconds since the epoch; Infinity when every source is silent. */
  of(tenant: TenantId): Promise<number>
}

/**
 * The least, over the tenant's sources that are not silent, of their newest event time minus the lateness (docs/architecture.md#detection).
 * For as long as a silence after the start no source counts as silent: what a stopped process had not read yet may be on its way.
 * @param startedAt when this instance began to consume, by the wall clock
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

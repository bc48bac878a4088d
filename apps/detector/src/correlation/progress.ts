import type { Envelope } from '@wardline/events'
import type { TenantId } from '@wardline/kernel'
import { type DetectionProgressDoc, detectionProgress } from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'

/** A source's progress is written at most this often while its events arrive, and once after them. */
const WRITE_EVERY_MS = 500
/**
 * An event's own time counts at most this far beyond its receive time, so one wrong clock cannot advance the watermark.
 */
const MAX_AHEAD_MS = 300_000

/** Records how far stage 1 has come for each source. */
export interface ProgressRecorder {
  /** MUST be called once the matches of these events are published. */
  record(events: readonly Envelope<'log.event.normalized'>[]): Promise<void>
  /** Writes the progress that {@link record} has not written yet. */
  flush(): Promise<void>
}

interface Held {
  readonly tenant: TenantId
  readonly source: string
  newest: number
  seenAt: number
  writtenAt: number
  dirty: boolean
}

export function createProgressRecorder({
  registry,
  clock,
}: Pick<ServicePorts, 'registry' | 'clock'>): ProgressRecorder {
  const sources = new Map<string, Held>()

  const write = async (held: Held): Promise<void> => {
    held.dirty = false
    held.writtenAt = clock.now()
    const { newest, seenAt } = held
    try {
      await update<DetectionProgressDoc>(registry, detectionProgress, held.tenant, held.source, current => ({
        doc: {
          id: held.source,
          newest_event_time: Math.max(newest, current?.doc.newest_event_time ?? Number.NEGATIVE_INFINITY),
          seen_at: Math.max(seenAt, current?.doc.seen_at ?? 0),
        },
      }))
    } catch (error) {
      held.dirty = true
      throw error
    }
  }
  const writeDue = async (due: (held: Held) => boolean): Promise<void> => {
    await Promise.all([...sources.values()].filter(held => held.dirty && due(held)).map(write))
  }

  return {
    async record(events) {
      for (const { tenant_id: tenant, payload } of events) {
        const key = `${tenant}|${payload.log_source_id}`
        const time = Math.min(Date.parse(payload.event_time), Date.parse(payload.received_at) + MAX_AHEAD_MS)
        let held = sources.get(key)
        if (!held) {
          held = { tenant, source: payload.log_source_id, newest: time, seenAt: 0, writtenAt: 0, dirty: true }
          sources.set(key, held)
        }
        held.newest = Math.max(held.newest, time)
        held.seenAt = clock.now()
        held.dirty = true
      }
      await writeDue(held => clock.now() - held.writtenAt >= WRITE_EVERY_MS)
    },
    async flush() {
      await writeDue(() => true)
      // Idle sources whose progress is written can be read back, so memory keeps only active sources.
      for (const [key, held] of sources) if (!held.dirty && clock.now() - held.seenAt > 60_000) sources.delete(key)
    },
  }
}

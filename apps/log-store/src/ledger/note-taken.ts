import { HOUR_MS, startOf, type TenantId } from '@wardline/kernel'
import type { ArchivedEvent } from '@wardline/ports'
import { ledgerTaken } from '@wardline/registries'
import type { LogStorePorts } from '../log-store-ports.ts'

/** Recounts only check events received within this time, so notes are kept this long. */
export const RECOUNTED_MS = 26 * HOUR_MS

/**
 * Notes events that are about to be erased from the log index so soon after their receipt that a recount would report
 * them as missing. Once per event, however often the erasure is restarted.
 */
export async function noteTaken(
  { registry, clock }: Pick<LogStorePorts, 'registry' | 'clock'>,
  tenant: TenantId,
  events: readonly ArchivedEvent[],
): Promise<void> {
  const since = clock.now() - RECOUNTED_MS
  const recent = events.filter(event => Date.parse(String(event.ingested_at)) >= since)
  await Promise.all(
    recent.map(event => {
      const hour = startOf(Date.parse(String(event.ingested_at)), HOUR_MS)
      const doc = {
        id: String(event.event_id),
        log_source_id: String(event.log_source_id),
        hour,
        expires_at: hour + 2 * RECOUNTED_MS,
      }
      return registry.write(ledgerTaken, tenant, doc, { expect: 'absent' })
    }),
  )
}

import type { View } from '@wardline/api'
import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import type { Archive } from '@wardline/ports'
import type { ServicePorts } from '@wardline/service-kit'
import { createArchiveKeys } from '../tiers/archive-keys.ts'
import { archiveRecords } from '../tiers/archive-records.ts'
import { withinDays } from './days.ts'

/** A call reads objects for about this long, and reads at least one. */
const BUDGET_MS = 5_000
const MAX_OBJECTS = 200

type Place = { readonly day: string; readonly id: string }

/**
 * `POST /archives/verify`: reads a tenant's objects and checks them against their manifests and records. One call does
 * as much as it can in a few seconds; `next_cursor` continues.
 */
export const verifyArchives =
  (ports: ServicePorts, cursors: Cursors, archive: Archive): OperationHandler<'verifyArchives'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const keys = createArchiveKeys(ports)
    const where = { state: 'archived', ...withinDays(request.query) }
    const started = performance.now()
    const damaged: View<'ArchiveVerification'>['damaged'][number][] = []
    let [objects, events, bytes] = [0, 0, 0]
    let next: Place | null = null
    let last: Place | undefined
    for await (const { doc } of archiveRecords(ports.registry, tenantId, where, cursors.decode<Place>(request))) {
      if (last && (objects >= MAX_OBJECTS || performance.now() - started >= BUDGET_MS)) {
        next = last
        break
      }
      const verdict = await archive.verify(doc.manifest, await keys.find(tenantId, doc.manifest.key_id))
      if (!verdict.ok) damaged.push({ archive_id: doc.id, day: doc.day, fault: verdict.fault })
      objects++
      events += doc.manifest.events
      bytes += doc.manifest.bytes
      last = { day: doc.day, id: doc.id }
    }
    ports.metrics.count('archive_objects_verified_total', { outcome: 'intact' }, objects - damaged.length)
    ports.metrics.count('archive_objects_verified_total', { outcome: 'damaged' }, damaged.length)
    const next_cursor = next && cursors.encode(request, next)
    return { status: 200, body: { objects, events, bytes, intact: objects - damaged.length, damaged, next_cursor } }
  }

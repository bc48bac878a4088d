import { type OperationHandler, requireIfMatch, tenantPrincipal } from '@wardline/http'
import { Problem, rfc3339 } from '@wardline/kernel'
import { type LogSourceDoc, logSources } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import type { SourceCache } from '../ingest/source-cache.ts'
import { logSourceView } from './log-source-view.ts'
import { requireTimeZone } from './time-zone.ts'

/**
 * `PATCH /log-sources/{source_id}`. The record is flat, and its schema allows null only for members that read as null when
 * removed, so a JSON Merge Patch (RFC 7396) is a spread. Logs accepted earlier keep their registration of that time.
 */
export const updateLogSource =
  ({ registry, clock }: ServicePorts, sources: SourceCache): OperationHandler<'updateLogSource'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const stored = await registry.read(logSources, tenantId, request.params.source_id ?? '')
    if (!stored) throw new Problem('not_found')
    requireIfMatch(request, stored.version)
    const patch = request.body
    if (patch.timezone !== undefined) requireTimeZone(patch.timezone)
    const doc: LogSourceDoc = {
      ...stored.doc,
      ...patch,
      revision: stored.doc.revision + 1,
      updated_at: rfc3339(clock.now()),
    }
    const written = await registry.write(logSources, tenantId, doc, { expect: stored.version })
    if (!written.ok) throw new Problem('precondition_failed')
    sources.forget(tenantId, doc.id)
    return { status: 200, body: logSourceView({ doc, version: written.version }), version: written.version }
  }

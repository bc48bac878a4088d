import { originEnvelope } from '@wardline/events'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { newId, rfc3339 } from '@wardline/kernel'
import { type LogSourceDoc, logSources } from '@wardline/registries'
import { beyondQuota, type ServicePorts } from '@wardline/service-kit'
import { logSourceView } from './log-source-view.ts'
import { requireTimeZone } from './time-zone.ts'

/**
 * `POST /log-sources`: the first step of the log flow. The same write publishes `log.source.registered`, without what a
 * person typed: the id stands for the name.
 * @param quota the most log sources of one tenant
 * @throws Problem 409 `log_source_quota_reached`
 */
export const createLogSource =
  ({ registry, clock, metrics }: ServicePorts, quota: number): OperationHandler<'createLogSource'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const body = request.body
    const timezone = requireTimeZone(body.timezone ?? 'UTC')
    if ((await registry.count(logSources, tenantId, {}, quota)) >= quota)
      throw beyondQuota(metrics, 'log_source_quota_reached')
    const now = clock.now()
    const doc: LogSourceDoc = {
      id: newId('src'),
      name: body.name,
      format: body.format,
      vendor: body.vendor ?? null,
      product: body.product ?? null,
      timezone,
      description: body.description ?? null,
      state: 'active',
      revision: 1,
      created_at: rfc3339(now),
      updated_at: rfc3339(now),
    }
    const registered = originEnvelope({
      kind: 'log.source.registered',
      tenantId,
      producer: 'ingest',
      subject: { type: 'log_source', id: doc.id },
      correlationId: request.correlationId,
      now,
      payload: {
        log_source_id: doc.id,
        name: doc.id,
        format: doc.format,
        vendor: null,
        product: null,
        timezone,
        version: doc.revision,
      },
    })
    const written = await registry.write(logSources, tenantId, doc, { expect: 'absent', emit: [registered] })
    if (!written.ok) throw new Error('a fresh log source id was taken')
    return {
      status: 201,
      body: logSourceView({ doc, version: written.version }),
      version: written.version,
      headers: { Location: `/api/v1/log-sources/${doc.id}` },
    }
  }

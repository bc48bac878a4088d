import { type OperationHandler, type ServerSentEvent, tenantPrincipal } from '@wardline/http'
import { Problem, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { alerts } from '@wardline/registries'
import { beyondQuota, type Metrics } from '@wardline/service-kit'
import type { AlertProjectorConfig } from '../config.ts'
import { alertBody } from './alert-record.ts'
import type { AlertSequence } from './alert-sequence.ts'
import type { AlertTail } from './alert-tail.ts'

/** Alerts that one read of the registry fetches. */
const PAGE = 100
const SEQUENCE = /^\d{1,15}$/

interface StreamPorts {
  readonly metrics: Metrics
  readonly registry: Registry
  readonly sequence: AlertSequence
  readonly tail: AlertTail
  readonly config: AlertProjectorConfig
}

/**
 * `GET /alerts/stream`: each alert once, ordered by sequence, starting after Last-Event-ID, or from now on without one.
 * Only settled sequences are sent, so an alert that is still being written holds back the ones after it, and none is
 * skipped. If the alerts after Last-Event-ID are no longer stored, or it was never issued, the stream starts with a
 * `reset` event.
 * @throws Problem `last_event_id_invalid`; `stream_quota_reached` when the tenant has too many streams.
 */
export function streamAlerts(ports: StreamPorts): OperationHandler<'streamAlerts'> {
  return async request => {
    const { tenantId } = tenantPrincipal(request)
    if (request.lastEventId !== undefined && !SEQUENCE.test(request.lastEventId)) {
      throw new Problem('last_event_id_invalid')
    }
    const seen = request.lastEventId === undefined ? undefined : Number(request.lastEventId)
    const stream = ports.tail.open(tenantId)
    if (!stream) throw beyondQuota(ports.metrics, 'stream_quota_reached', 5)
    request.signal.addEventListener('abort', stream.close, { once: true })
    if (request.signal.aborted) stream.close()
    try {
      // The position is determined before the response begins, so every alert projected after the client sees the
      // headers is sent.
      const start = await startOf(ports, tenantId, seen)
      return { status: 200, stream: follow(ports, tenantId, start, request.signal, stream.close) }
    } catch (error) {
      stream.close()
      throw error
    }
  }
}

interface Start {
  /** The sequence after which the stream begins. */
  readonly after: number
  readonly reset: 'expired' | 'unknown' | undefined
}

async function startOf(
  { registry, sequence }: StreamPorts,
  tenant: TenantId,
  seen: number | undefined,
): Promise<Start> {
  // Not the tail's frontier, which may be some milliseconds old: an id that the client saw elsewhere must not look as
  // if it never existed.
  const newest = (await sequence.frontier(tenant)) - 1
  if (seen === undefined) return { after: newest, reset: undefined }
  if (seen > newest) return { after: newest, reset: 'unknown' }
  if (seen === 0) return { after: 0, reset: undefined }
  const [oldest] = await registry.list(alerts, tenant, { order: { by: 'sequence', direction: 'asc' }, limit: 1 })
  const before = (oldest?.doc.sequence ?? newest + 1) - 1
  return seen < before ? { after: before, reset: 'expired' } : { after: seen, reset: undefined }
}

async function* follow(
  { registry, tail, config }: StreamPorts,
  tenant: TenantId,
  start: Start,
  signal: AbortSignal,
  close: () => void,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const endsAt = performance.now() + config.streamMaxMs
  let position = start.after
  try {
    if (start.reset) yield { event: 'reset', id: String(position), data: { reason: start.reset, after: position } }
    while (!signal.aborted && performance.now() < endsAt) {
      const frontier = await tail.frontier(tenant)
      while (position < frontier - 1 && !signal.aborted) {
        const page = await registry.list(alerts, tenant, {
          where: { sequence: { gte: position + 1, lt: frontier } },
          order: { by: 'sequence', direction: 'asc' },
          limit: PAGE,
        })
        for (const { doc } of page) {
          if (signal.aborted) return
          yield { event: 'alert', id: String(doc.sequence), data: alertBody(doc) }
          position = doc.sequence
        }
        // A settled sequence without an alert never gets one.
        if (page.length < PAGE) position = frontier - 1
      }
      await tail.changed(tenant, config.streamPollMs, signal)
    }
  } finally {
    close()
  }
}

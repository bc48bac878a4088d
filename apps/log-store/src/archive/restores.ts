import { type Cursors, type OperationHandler, tenantPrincipal } from '@wardline/http'
import { newId, Problem, rfc3339 } from '@wardline/kernel'
import { type ArchiveRestoreDoc, archiveRestores } from '@wardline/registries'
import { listPage, type ServicePorts, update } from '@wardline/service-kit'
import { restoreView } from './archive-view.ts'
import { requireSpan } from './days.ts'
import { requestTiers } from './request-tiers.ts'

/** Longest span of one restore, the same as of one search. */
const MAX_DAYS = 120
const MAX_ACTIVE = 10
const DEFAULT_SECONDS = 7 * 86_400
const ACTIVE = { in: ['queued', 'loading', 'ready'] }

/** `POST /archives/restores`: makes archived days searchable for a while. A day is in one restore at a time. */
export const createRestore =
  (ports: ServicePorts): OperationHandler<'createArchiveRestore'> =>
  async request => {
    const { registry, clock } = ports
    const { tenantId } = tenantPrincipal(request)
    const { from, to, searchable_seconds } = request.body
    requireSpan({ from, to }, MAX_DAYS)
    const active = await registry.list(archiveRestores, tenantId, { where: { state: ACTIVE }, limit: 100 })
    if (active.length >= MAX_ACTIVE) throw new Problem('limit_reached')
    if (active.some(({ doc }) => doc.from <= to && doc.to >= from))
      throw new Problem('state_conflict', { detail: 'another restore includes some of these days' })
    const doc: ArchiveRestoreDoc = {
      id: newId('rst'),
      state: 'queued',
      from,
      to,
      searchable_seconds: searchable_seconds ?? DEFAULT_SECONDS,
      requested_at: rfc3339(clock.now()),
      ready_at: null,
      expires_at: null,
      objects: 0,
      events: 0,
      damaged: [],
    }
    await registry.write(archiveRestores, tenantId, doc, { expect: 'absent' })
    await requestTiers(ports, tenantId)
    return { status: 202, body: restoreView({ doc, version: 1 }), version: 1 }
  }

/** `GET /archives/restores`: newest first. */
export const listRestores =
  ({ registry }: ServicePorts, cursors: Cursors): OperationHandler<'listArchiveRestores'> =>
  async request =>
    listPage({ registry, cursors }, request, tenantPrincipal(request).tenantId, archiveRestores, {
      order: { by: 'requested_at', direction: 'desc' },
      view: restoreView,
    })

/** `GET /archives/restores/{restore_id}`. */
export const readRestore =
  ({ registry }: ServicePorts): OperationHandler<'readArchiveRestore'> =>
  async request => {
    const id = request.params.restore_id ?? ''
    const stored = await registry.read(archiveRestores, tenantPrincipal(request).tenantId, id)
    if (!stored) throw new Problem('not_found')
    return { status: 200, body: restoreView(stored), version: stored.version }
  }

/** `POST /archives/restores/{restore_id}/end`: ends a restore before its time is up. */
export const endRestore =
  (ports: ServicePorts): OperationHandler<'endArchiveRestore'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { stored } = await update(
      ports.registry,
      archiveRestores,
      tenantId,
      request.params.restore_id ?? '',
      current => {
        if (!current) throw new Problem('not_found')
        if (current.doc.state !== 'ready') throw new Problem('state_conflict')
        return { doc: { ...current.doc, expires_at: Math.min(current.doc.expires_at ?? 0, ports.clock.now()) } }
      },
    )
    await requestTiers(ports, tenantId)
    return { status: 200, body: restoreView(stored), version: stored.version }
  }

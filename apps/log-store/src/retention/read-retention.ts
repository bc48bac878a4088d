import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { RETENTION_ID } from '@wardline/log-event'
import { retentionSettings } from '@wardline/registries'
import type { ServicePorts } from '@wardline/service-kit'
import { retentionView, versionOf } from './retention-view.ts'

/** `GET /settings/retention`. */
export const readRetention =
  ({ registry }: ServicePorts): OperationHandler<'readRetention'> =>
  async request => {
    const stored = await registry.read(retentionSettings, tenantPrincipal(request).tenantId, RETENTION_ID)
    return { status: 200, body: retentionView(stored), version: versionOf(stored) }
  }

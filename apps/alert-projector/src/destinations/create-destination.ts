import { randomBytes } from 'node:crypto'
import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { invalid, newId, Problem, rfc3339 } from '@wardline/kernel'
import { type AlertDestinationDoc, alertDeliveries, alertDestinations } from '@wardline/registries'
import type { DestinationPorts } from './context.ts'
import { destinationBody } from './destination-view.ts'
import { sealSecret } from './signing-secret.ts'

/** Maximum number of destinations for one tenant. */
export const MAX_DESTINATIONS = 20
/** As Standard Webhooks recommends: 24 to 64 bytes. */
const SECRET_BYTES = 32

/**
 * `POST /alert-destinations`: alerts created from now on go to this address. Only this response contains the signing
 * secret.
 * @throws Problem `validation_failed` for an address that is not allowed, `limit_reached`.
 */
export const createDestination =
  ({ registry, clock, keyring, egress, sequence }: DestinationPorts): OperationHandler<'createAlertDestination'> =>
  async request => {
    const { tenantId } = tenantPrincipal(request)
    const { url, description = null, min_severity = 'informational' } = request.body
    const fault = egress.urlFault(url)
    if (fault !== undefined) throw invalid('/url', fault)
    if ((await registry.count(alertDestinations, tenantId, {}, MAX_DESTINATIONS)) >= MAX_DESTINATIONS)
      throw new Problem('limit_reached')
    const now = clock.now()
    const id = newId('dst')
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
    const doc: AlertDestinationDoc = {
      id,
      url,
      description,
      min_severity,
      state: 'active',
      sealed_secret: sealSecret(keyring, tenantId, id, secret),
      created_at: rfc3339(now),
      updated_at: rfc3339(now),
    }
    // The delivery position is written first. A destination without one would never be served; a position without a
    // destination is removed when it is due.
    const place = {
      id,
      position: (await sequence.frontier(tenantId)) - 1,
      delivered: 0,
      skipped: 0,
      last_delivered_at: null,
      attempts: 0,
      failing_since: null,
      error_code: null,
      lease: null,
      due_at: now,
    }
    await registry.write(alertDeliveries, tenantId, place, { expect: 'absent' })
    const written = await registry.write(alertDestinations, tenantId, doc, { expect: 'absent' })
    if (!written.ok) throw new Error('a new destination id already exists')
    const { version } = written
    const body = { ...(await destinationBody(registry, tenantId, { doc, version })), signing_secret: secret }
    return { status: 201, body, version }
  }

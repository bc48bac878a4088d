import { type OperationHandler, tenantPrincipal } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import type { LogStorePorts } from '../log-store-ports.ts'
import { logEventView } from './log-event-view.ts'

/** `GET /logs/{event_id}`: 404 until it is searchable, 409 once it is archived. */
export const readLogEvent =
  ({ logReader }: LogStorePorts): OperationHandler<'readLogEvent'> =>
  async request => {
    const found = await logReader.read(tenantPrincipal(request).tenantId, request.params.event_id ?? '')
    if (!found) throw new Problem('not_found')
    if (found === 'archived') throw new Problem('event_archived')
    return { status: 200, body: logEventView(found) }
  }

import {
  DEFAULT_HISTORY,
  FINISH_MS,
  type HistoryConfig,
  historyWork,
  rememberingAnchors,
  timeStamperOf,
} from '@wardline/chain'
import type { Service } from '@wardline/service-kit'
import { createAuditHistory } from './audit-trail/audit-history.ts'
import type { GatewayPorts } from './gateway-ports.ts'
import { gatewayOperations } from './routes.ts'

/** The gateway as a service: tenants, service accounts, issuers of users, sessions, audit records and redaction policies. Its listeners are `createGatewayServer`'s. */
export function createGateway(ports: GatewayPorts, config: HistoryConfig = DEFAULT_HISTORY): Service {
  const history = createAuditHistory({ ...ports, anchors: rememberingAnchors(config.anchors) })
  const stamper = timeStamperOf(config, ports.egress)
  const work = historyWork({ ...ports, history, stamper, signEveryMs: config.signEveryMs })
  return {
    name: 'gateway',
    operations: gatewayOperations({ ...ports, history }),
    subscriptions: [],
    jobs: work.jobs,
    // By then the listeners are closed and the waiting records are written.
    stop: () => work.finish(FINISH_MS),
  }
}

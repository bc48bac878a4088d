import type { Service, ServicePorts } from '@wardline/host'
import { gatewayOperations } from './routes.ts'

/** The gateway as a service: tenants, service accounts, audit records and redaction policies. Its listeners are `createGatewayServer`'s. */
export const createGateway = (ports: ServicePorts): Service => ({
  name: 'gateway',
  operations: gatewayOperations(ports),
  subscriptions: [],
  jobs: [],
})

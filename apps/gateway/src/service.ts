import type { Service } from '@wardline/service-kit'
import type { OidcPorts } from './oidc/context.ts'
import { gatewayOperations } from './routes.ts'

/** The gateway as a service: tenants, service accounts, issuers of users, sessions, audit records and redaction policies. Its listeners are `createGatewayServer`'s. */
export const createGateway = (ports: OidcPorts): Service => ({
  name: 'gateway',
  operations: gatewayOperations(ports),
  subscriptions: [],
  jobs: [],
})

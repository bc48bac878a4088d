import { SecretUnresolved } from '@wardline/ports'
import type { Service, ServicePorts } from '@wardline/service-kit'
import type { GatewayPorts } from '../gateway-ports.ts'
import { createGateway } from '../service.ts'

/** The gateway's operations without access to the outside world, unless a test provides it. */
export const gatewayService = (ports: ServicePorts, outside: Partial<GatewayPorts> = {}): Service =>
  createGateway({
    ...ports,
    egress: {
      send: () => Promise.reject(new Error('the outside world must not be called')),
      urlFault: () => undefined,
      close: async () => {},
    },
    secrets: { resolve: () => Promise.reject(new SecretUnresolved('missing')) },
    publicUrl: 'https://wardline.test',
    ...outside,
  })

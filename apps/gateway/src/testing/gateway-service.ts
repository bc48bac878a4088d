import { SecretUnresolved } from '@wardline/ports'
import type { Service, ServicePorts } from '@wardline/service-kit'
import type { OidcPorts } from '../oidc/context.ts'
import { createGateway } from '../service.ts'

/** The gateway's operations where nothing is asked of the outside world, unless a test says so. */
export const gatewayService = (ports: ServicePorts, outside: Partial<OidcPorts> = {}): Service =>
  createGateway({
    ...ports,
    egress: {
      send: () => Promise.reject(new Error('nobody is to be asked')),
      urlFault: () => undefined,
      close: async () => {},
    },
    secrets: { resolve: () => Promise.reject(new SecretUnresolved('missing')) },
    publicUrl: 'https://wardline.test',
    ...outside,
  })

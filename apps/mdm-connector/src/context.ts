import type { ServicePorts } from '@wardline/service-kit'
import type { MdmConnectorConfig } from './config.ts'

/** The dependencies of this service's use cases. */
export interface MdmContext extends ServicePorts {
  readonly config: MdmConnectorConfig
}

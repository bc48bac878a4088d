import type { ServicePorts } from '@wardline/service-kit'
import type { MdmConnectorConfig } from './config.ts'

/** What the use cases of this service are given. */
export interface MdmContext extends ServicePorts {
  readonly config: MdmConnectorConfig
}

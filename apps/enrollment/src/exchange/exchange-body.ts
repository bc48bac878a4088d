import type { AgentClass, Fingerprint } from '@wardline/kernel'
import type { AgentPlatform } from '@wardline/registries'

/** The body of an exchange, as validated against `openapi/enrollment.yaml`. */
export interface ExchangeBody {
  readonly enrollment_token: string
  readonly nonce: string
  readonly csr: string
  readonly agent_class: AgentClass
  readonly platform?: AgentPlatform
  readonly os_version?: string
  readonly agent_version?: string
  readonly hostname?: string
  readonly fingerprint?: Fingerprint
}

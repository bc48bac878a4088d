import type { Secrets } from '@wardline/ports'
import type { Service, ServicePorts } from '@wardline/service-kit'
import { createAgentAuthorities } from './authority/agent-authorities.ts'
import { rotateInTime } from './authority/rotate-authority.ts'
import { type EnrollmentConfig, enrollmentDefaults } from './config.ts'
import type { EnrollmentContext } from './context.ts'
import { createExchangeLimits } from './exchange/exchange-limits.ts'
import { finishOpenClaims } from './exchange/finish-open-claims.ts'
import { enrollmentOperations } from './routes.ts'

/**
 * Enrolment: tokens, the exchange of a token for a certificate, agent identities, heartbeats and the assets that they describe.
 * `config` overrides {@link enrollmentDefaults}; `secrets` has the key of an operator's own authority.
 */
export function createEnrollment(
  ports: ServicePorts,
  config: Partial<EnrollmentConfig> = {},
  secrets?: Secrets,
): Service {
  const settings = { ...enrollmentDefaults, ...config }
  const authorities = createAgentAuthorities(ports, settings, secrets)
  const limits = createExchangeLimits(ports, settings)
  const context: EnrollmentContext = { ...ports, config: settings, authorities, limits }
  return {
    name: 'enrollment',
    operations: enrollmentOperations(context),
    subscriptions: [],
    jobs: [finishOpenClaims(context), rotateInTime(context)],
    async start() {
      await authorities.current()
    },
  }
}

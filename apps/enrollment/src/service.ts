import type { Service, ServicePorts } from '@wardline/host'
import { type ClientAuthority, loadClientAuthority } from './authority/load-authority.ts'
import { type EnrollmentConfig, enrollmentDefaults } from './config.ts'
import type { EnrollmentContext } from './context.ts'
import { finishOpenClaims } from './exchange/finish-open-claims.ts'
import { enrollmentOperations } from './routes.ts'

/**
 * Enrolment: tokens, the exchange of a token for a certificate, agent identities, heartbeats and the assets that they describe.
 * `config` overrides {@link enrollmentDefaults}.
 */
export function createEnrollment(ports: ServicePorts, config: Partial<EnrollmentConfig> = {}): Service {
  const settings = { ...enrollmentDefaults, ...config }
  const context: EnrollmentContext = { ...ports, config: settings, authority: lasting(load) }
  return {
    name: 'enrollment',
    operations: enrollmentOperations(context),
    subscriptions: [],
    jobs: [finishOpenClaims(context)],
    async start() {
      await context.authority()
    },
  }

  function load(): Promise<ClientAuthority> {
    return loadClientAuthority(ports, settings.authorityDays)
  }
}

/** Keeps what was loaded; a failure is not kept. */
function lasting<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch(error => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

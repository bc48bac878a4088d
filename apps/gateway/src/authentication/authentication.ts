import type { Egress } from '@wardline/http'
import type { ServicePorts } from '@wardline/service-kit'
import { type ClockWatch, createClockWatch } from '../admission/clock-watch.ts'
import { createRestoreHold, type RestoreHold } from '../admission/restore-hold.ts'
import { createIssuerKeys } from '../oidc/issuer-keys.ts'
import { createAccountUses } from './account-uses.ts'
import { createAccountAuthenticator } from './authenticate-account.ts'
import { type AgentAuthenticator, createAgentAuthenticator } from './authenticate-agent.ts'
import { type BearerAuthenticator, createBearerAuthenticator } from './authenticate-bearer.ts'
import { createSessionAuthenticator, type SessionAuthenticator } from './authenticate-session.ts'
import { createUserAuthenticator } from './authenticate-user.ts'
import { createLiveAgents } from './live-agents.ts'
import { createIdentityReader, type ReadShownIdentity } from './shown-identity.ts'
import { createStaleBreaker } from './stale-breaker.ts'
import { createTenantStates } from './tenant-states.ts'
import { createTrustedProxies, type TrustedProxySettings } from './trusted-proxies.ts'

/** Everything that turns a request's credentials into a principal. */
export interface Authentication {
  readonly bearers: BearerAuthenticator
  readonly sessions: SessionAuthenticator
  readonly agents: AgentAuthenticator
  readonly shownIn: ReadShownIdentity
  readonly clockWatch: ClockWatch
  readonly restoreHold: RestoreHold
  /** A change made by this process applies here at once, and elsewhere within 2 s. */
  readonly forgetStanding: () => void
}

export interface AuthenticationConfig {
  readonly trustDomain: string
  /** Proxies whose `X-Forwarded-Client-Cert` counts. */
  readonly trustedProxies: TrustedProxySettings
  /** `reset`: the latest time ever seen here was wrong and is forgotten. */
  readonly clockMark: 'keep' | 'reset'
}

export function createAuthentication(
  ports: Pick<ServicePorts, 'registry' | 'clock' | 'keyring' | 'alarms'>,
  config: AuthenticationConfig,
  egress: Egress,
): Authentication {
  const { registry, clock, keyring, alarms } = ports
  const { trustDomain, trustedProxies } = config
  const tenantStates = createTenantStates(registry)
  const accounts = createAccountAuthenticator(registry, clock, tenantStates, createAccountUses(registry, clock))
  const users = createUserAuthenticator({ registry, clock, keyring, tenantStates, keys: createIssuerKeys(egress) })
  const sessions = createSessionAuthenticator({ registry, clock, keyring, tenantStates })
  const breaker = createStaleBreaker({
    clock,
    liveAgents: createLiveAgents(registry),
    onOpen: () => alarms.raise('many_agents_stale'),
  })
  const clockWatch = createClockWatch({
    registry,
    clock,
    steady: () => performance.now(),
    alarms,
    reset: config.clockMark === 'reset',
  })
  const restoreHold = createRestoreHold(registry, alarms)
  const agentAuthenticator = createAgentAuthenticator({ registry, clock, keyring, tenantStates, breaker, alarms })
  const isTrustedProxy =
    trustedProxies.sans.length > 0
      ? createTrustedProxies(trustedProxies, { agents: agentAuthenticator, clock })
      : undefined
  return {
    bearers: createBearerAuthenticator(accounts, users),
    sessions,
    agents: agentAuthenticator,
    shownIn: createIdentityReader(trustDomain, isTrustedProxy),
    clockWatch,
    restoreHold,
    forgetStanding() {
      for (const cache of [accounts, users, sessions, agentAuthenticator, tenantStates, restoreHold]) cache.clear()
    },
  }
}

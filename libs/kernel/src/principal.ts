import type { TenantId } from './tenant-id.ts'

/** Roles of accounts and users. Only certificates have `agent`; it is never granted. */
export const ROLES = ['platform_admin', 'admin', 'operator', 'analyst', 'auditor', 'collector', 'agent'] as const
export type Role = (typeof ROLES)[number]

export type AgentClass = 'endpoint' | 'collector'

interface Authenticated {
  /**
   * The only source of tenancy (docs/architecture.md#identity). For a platform_admin it is the platform tenant, which
   * owns no tenant data.
   */
  readonly tenantId: TenantId
  readonly roles: readonly Role[]
}

/** An endpoint agent or a collector, proven by its client certificate. */
export interface AgentPrincipal extends Authenticated {
  readonly type: 'agent'
  readonly id: string
  readonly agentClass: AgentClass
  /** Lower-case hex of the certificate that the client presented. */
  readonly serialNumber: string
  /** True from `renew_after` on, including the grace period after expiry. */
  readonly renewalDue: boolean
}

/** A service account, proven by its bearer token. */
export interface ServiceAccountPrincipal extends Authenticated {
  readonly type: 'service_account'
  readonly id: string
}

/** A person, proven by an OpenID Connect access token. */
export interface UserPrincipal extends Authenticated {
  readonly type: 'user'
  readonly id: string
}

/** Not authenticated: accepted only by operations that the table of operations marks as public. */
export interface AnonymousPrincipal {
  readonly type: 'anonymous'
  readonly roles: readonly []
}

export type TenantPrincipal = AgentPrincipal | ServiceAccountPrincipal | UserPrincipal
export type Principal = TenantPrincipal | AnonymousPrincipal

/** An auditor sees the redacted view whatever other roles the account has. */
export const isAuditor = (p: Principal): boolean => (p.roles as readonly Role[]).includes('auditor')

/** The eight services (docs/architecture.md#the-rooms). */
export const SERVICES = [
  'gateway',
  'enrollment',
  'mdm-connector',
  'ingest',
  'normalizer',
  'log-store',
  'detector',
  'alert-projector',
] as const
export type ServiceName = (typeof SERVICES)[number]

import type { ExternalAuthority } from './authority/external-authority.ts'

/** Settings of the enrolment service. */
export interface EnrollmentConfig {
  /** The SPIFFE trust domain of agent certificates. */
  readonly trustDomain: string
  readonly heartbeatIntervalSeconds: number
  readonly leafDays: number
  readonly rootDays: number
  readonly issuingDays: number
  /** Limits of exchanges: counted per process, counted by all processes that share the registry, or off. */
  readonly rateLimits: 'own' | 'shared' | 'off'
  /** The operator's own authority, if there is one. It issues instead of the platform's. */
  readonly externalAuthority: ExternalAuthority | undefined
  /** How long the same key may resume the exchange of a claimed token. */
  readonly resumeHours: number
}

export const enrollmentDefaults = {
  trustDomain: 'wardline.local',
  heartbeatIntervalSeconds: 60,
  leafDays: 90,
  rootDays: 7_300,
  issuingDays: 1_095,
  rateLimits: 'own',
  externalAuthority: undefined,
  resumeHours: 24,
} as const satisfies EnrollmentConfig

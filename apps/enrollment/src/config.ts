import type { ExternalAuthority } from './authority/external-authority.ts'

/** Settings of the enrolment service. */
export interface EnrollmentConfig {
  /** The SPIFFE trust domain of agent certificates. */
  readonly trustDomain: string
  readonly heartbeatIntervalSeconds: number
  readonly leafDays: number
  readonly rootDays: number
  readonly issuingDays: number
  /** Limits of exchanges: counted by this process, counted by all that share the registry, or none. */
  readonly rateLimits: 'own' | 'shared' | 'off'
  /** Issues instead of the platform's own, where the operator brings one. */
  readonly externalAuthority: ExternalAuthority | undefined
  /** How long a claimed token may be resumed by its key. */
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

/** Settings of the enrolment service. */
export interface EnrollmentConfig {
  /** The SPIFFE trust domain of agent certificates. */
  readonly trustDomain: string
  readonly heartbeatIntervalSeconds: number
  readonly leafDays: number
  readonly authorityDays: number
  /** How long a claimed token may be resumed by its key. */
  readonly resumeHours: number
}

export const enrollmentDefaults = {
  trustDomain: 'wardline.local',
  heartbeatIntervalSeconds: 60,
  leafDays: 90,
  authorityDays: 3_650,
  resumeHours: 24,
} as const satisfies EnrollmentConfig

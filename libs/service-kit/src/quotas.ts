import { type ConfigOf, Problem, type ProblemCode, readConfig, setting } from '@wardline/kernel'
import type { Metrics } from './service.ts'

/** What one tenant may use (docs/operating.md#quotas). Infinity where there is no bound. */
export interface Quotas {
  /** When the tenant's own logs have waited longer than this many milliseconds, ingest accepts no more of them. */
  readonly backlogMs: number
  /** Events per second that one ingest process accepts, averaged over a few seconds. */
  readonly eventsPerSecond: number
  readonly logSources: number
  readonly serviceAccounts: number
  /** Browser sessions that are open at once. */
  readonly sessions: number
  /** Alert streams that are open at once in one process. */
  readonly alertStreams: number
  readonly detectionRules: number
}

const MANY = 1_000_000
const count = (fallback: number) => setting.integer({ fallback, min: 1, max: MANY })

/** The settings that both profiles read from the environment. */
export const QUOTA_SETTINGS = {
  /** 0: no bound. */
  WARDLINE_TENANT_BACKLOG_SECONDS: setting.integer({ fallback: 60, min: 0, max: 86_400 }),
  WARDLINE_TENANT_EVENTS_PER_SECOND: count(10_000),
  WARDLINE_TENANT_LOG_SOURCES: count(10_000),
  WARDLINE_TENANT_SERVICE_ACCOUNTS: count(1_000),
  WARDLINE_TENANT_SESSIONS: count(1_000),
  WARDLINE_TENANT_ALERT_STREAMS: count(100),
  /** Every instance that sees the tenant's events compiles all of them. */
  WARDLINE_TENANT_DETECTION_RULES: setting.integer({ fallback: 1_000, min: 1, max: 1_000 }),
  /** `off` lifts what bounds the rate of requests: here `backlogMs` and `eventsPerSecond`. */
  WARDLINE_RATE_LIMITS: setting.oneOf(['on', 'off'], { fallback: 'on' }),
}

export function quotasOf(config: ConfigOf<typeof QUOTA_SETTINGS>): Quotas {
  const { WARDLINE_TENANT_BACKLOG_SECONDS: backlog, WARDLINE_RATE_LIMITS: limits } = config
  return {
    backlogMs: backlog === 0 || limits === 'off' ? Number.POSITIVE_INFINITY : backlog * 1000,
    eventsPerSecond: limits === 'off' ? Number.POSITIVE_INFINITY : config.WARDLINE_TENANT_EVENTS_PER_SECOND,
    logSources: config.WARDLINE_TENANT_LOG_SOURCES,
    serviceAccounts: config.WARDLINE_TENANT_SERVICE_ACCOUNTS,
    sessions: config.WARDLINE_TENANT_SESSIONS,
    alertStreams: config.WARDLINE_TENANT_ALERT_STREAMS,
    detectionRules: config.WARDLINE_TENANT_DETECTION_RULES,
  }
}

export const DEFAULT_QUOTAS: Quotas = Object.freeze(quotasOf(readConfig({}, QUOTA_SETTINGS)))

/** The refusal of a request that is beyond a quota, counted. @param retryAfter seconds */
export function beyondQuota(
  metrics: Metrics,
  quota: ProblemCode & `${string}_${'reached' | 'backlog'}`,
  retryAfter?: number,
): Problem {
  metrics.count('quota_refusals_total', { quota })
  return new Problem(quota, retryAfter === undefined ? {} : { retryAfter })
}

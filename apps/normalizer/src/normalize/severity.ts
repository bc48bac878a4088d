/** OCSF severity_id (1 to 5) from the words and numbers that logs use. */

/** Syslog severities 0 Emergency ... 7 Debug (RFC 5424 section 6.2.1). */
const SYSLOG = [5, 5, 5, 4, 3, 2, 1, 1] as const

export const severityOfSyslog = (severity: number): number => SYSLOG[severity] ?? 1

/** Windows event levels 1 Critical ... 5 Verbose; 0 is "log always", the level of audit events. */
export function severityOfWindowsLevel(level: number): number {
  return level === 1 ? 5 : level === 2 ? 4 : level === 3 ? 3 : 1
}

/** CEF and LEEF: 0 to 10 (ArcSight's bands). */
export function severityOfTen(severity: number): number {
  return severity >= 9 ? 5 : severity >= 7 ? 4 : severity >= 4 ? 3 : 2
}

const WORDS: Readonly<Record<string, number>> = {
  emerg: 5,
  emergency: 5,
  panic: 5,
  alert: 5,
  crit: 5,
  critical: 5,
  fatal: 5,
  'very-high': 5,
  veryhigh: 5,
  severe: 5,
  err: 4,
  error: 4,
  high: 4,
  warn: 3,
  warning: 3,
  medium: 3,
  moderate: 3,
  notice: 2,
  low: 2,
  info: 1,
  information: 1,
  informational: 1,
  debug: 1,
  trace: 1,
  verbose: 1,
  default: 1,
  fault: 5,
}

/** The severity for a word in any case (`Warning`, `very-high`); undefined for any other word. */
export function severityOfWord(word: unknown): number | undefined {
  if (typeof word !== 'string' || word.length > 16) return undefined
  const key = word.trim().toLowerCase()
  return Object.hasOwn(WORDS, key) ? WORDS[key] : undefined
}

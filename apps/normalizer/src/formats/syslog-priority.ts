const FACILITIES =
  'kern user mail daemon auth syslog lpr news uucp cron authpriv ftp ntp security console solaris-cron local0 local1 local2 local3 local4 local5 local6 local7'.split(
    ' ',
  )
const SEVERITIES = 'emerg alert crit err warning notice info debug'.split(' ')

export interface Priority {
  readonly facility: number
  readonly severity: number
  /** Length of `<PRI>` in characters. */
  readonly length: number
}

/** `<PRI>` at the start of a text: 0 to 191 (RFC 5424 section 6.2.1). */
export function readPriority(text: string): Priority | undefined {
  const match = /^<(\d{1,3})>/.exec(text)
  const value = Number(match?.[1] ?? 192)
  if (!match || value > 191) return undefined
  return { facility: value >> 3, severity: value & 7, length: match[0].length }
}

/** The names that rules know, in addition to the numbers. */
export function priorityFields(priority: Priority | undefined): Record<string, string | number> {
  if (!priority) return {}
  return {
    facility: FACILITIES[priority.facility] ?? String(priority.facility),
    severity: SEVERITIES[priority.severity] ?? String(priority.severity),
    facility_code: priority.facility,
    severity_code: priority.severity,
  }
}

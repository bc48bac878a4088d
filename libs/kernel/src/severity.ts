/** Severities on the wire, least first. OCSF `severity_id` is the index plus one (1 Informational ... 5 Critical). */
export const SEVERITIES = ['informational', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

export const severityId = (s: Severity): number => SEVERITIES.indexOf(s) + 1
export const severityFromId = (id: number): Severity => SEVERITIES[Math.min(5, Math.max(1, Math.trunc(id))) - 1]!
export const atLeast = (s: Severity, floor: Severity): boolean => severityId(s) >= severityId(floor)

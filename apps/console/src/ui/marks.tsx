import type { Schemas } from '../api/client.ts'

export type SeverityName = Schemas['Severity']

export const SEVERITIES: readonly SeverityName[] = ['informational', 'low', 'medium', 'high', 'critical']
const SHORT: Record<SeverityName, string> = {
  informational: 'info',
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'critical',
}

/** A severity by word, colour and number of bars. */
export function Severity({ value }: { readonly value: SeverityName }) {
  const rank = SEVERITIES.indexOf(value)
  return (
    <span className={`severity ${value}`}>
      <svg viewBox="0 0 14 12" aria-hidden="true" focusable="false">
        {[0, 1, 2, 3].map(i => (
          <rect key={i} x={i * 3.5} y={9 - i * 3} width="2.5" height={3 + i * 3} className={i < rank ? 'on' : 'off'} />
        ))}
      </svg>
      {SHORT[value] ?? value}
    </span>
  )
}

const TONES: Readonly<Record<string, string>> = {
  online: 'good',
  active: 'good',
  compliant: 'good',
  succeeded: 'good',
  proven: 'good',
  ok: 'good',
  confirmed: 'good',
  success: 'good',
  delivered: 'good',
  replayed: 'good',
  late: 'warn',
  acknowledged: 'warn',
  in_progress: 'warn',
  paused: 'warn',
  partial: 'warn',
  throttled: 'warn',
  stale: 'warn',
  in_grace_period: 'warn',
  pending: 'warn',
  queued: 'warn',
  running: 'warn',
  offline: 'off',
  closed: 'off',
  superseded: 'off',
  expired: 'off',
  discarded: 'off',
  unknown: 'off',
  revoked: 'bad',
  error: 'bad',
  failed: 'bad',
  refused: 'bad',
  noncompliant: 'bad',
  failure: 'bad',
  conflict: 'bad',
  open: 'bad',
}

/** A state by word, colour and shape of its dot. */
export function State({ value }: { readonly value: string }) {
  return <span className={`state ${TONES[value] ?? 'off'}`}>{value.replaceAll('_', ' ')}</span>
}

/** A yes, a no or an unknown. */
export function YesNo({ value, good }: { readonly value: boolean | null | undefined; readonly good: boolean }) {
  if (value === null || value === undefined) return <span className="faint">unknown</span>
  return <span className={`state ${value === good ? 'good' : 'bad'}`}>{value ? 'yes' : 'no'}</span>
}

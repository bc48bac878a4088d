import { SERVICES, type ServiceName } from '@wardline/kernel'

export interface AlarmRow {
  /** The services that raise it. */
  readonly by: readonly ServiceName[]
  /** The line in the log. */
  readonly says: string
  /**
   * How long it stays active after it was last raised, in minutes, if nothing can say that the cause has gone. Without
   * it, only `clear` ends it.
   */
  readonly minutes?: number
}

/** Every alarm: what somebody must look at at once (docs/operating.md, "Alarms", says what to do). */
export const ALARMS = {
  history_changed: {
    by: ['gateway', 'alert-projector'],
    says: 'records that nobody may change were changed: see docs/transparency.md',
  },
  ledger_difference: { by: ['log-store'], says: 'a ledger differs from the stores: logs may be missing' },
  agent_identity_unresolved: {
    by: ['gateway'],
    says: 'the registry does not know a certificate that we issued',
    minutes: 15,
  },
  agent_authority_ends: { by: ['enrollment'], says: 'the operator’s authority for agents ends soon' },
  clock_behind: { by: ['gateway'], says: 'the clock is behind the latest time that was ever seen' },
  clock_leapt: { by: ['gateway'], says: 'the clock has jumped ahead' },
  many_agents_stale: { by: ['gateway'], says: 'too many agents would turn stale at once', minutes: 15 },
  mdm_mass_disappearance: {
    by: ['mdm-connector'],
    says: 'a sync would have marked most devices of a connection as missing',
    minutes: 24 * 60,
  },
  restore_waits: { by: ['gateway'], says: 'agents are not served until somebody confirms the restore' },
  revocation_journal: {
    by: ['gateway', 'enrollment', 'log-store'],
    says: 'the revocation journal cannot be written',
  },
  storage_full: {
    by: ['ingest'],
    says: 'the storage is full: logs are refused (docs/operating.md, "Disk full")',
  },
  storage_low: { by: ['ingest'], says: 'the disk of the data folder will soon be full' },
  certificate_ends: {
    by: SERVICES,
    says: 'a certificate has ended or ends within 14 days',
  },
  certificate_not_reloaded: {
    by: SERVICES,
    says: 'a changed certificate file cannot be used: the certificate from before stays',
  },
} as const satisfies Readonly<Record<string, AlarmRow>>

export type AlarmName = keyof typeof ALARMS

/** How a service raises alarms. What is raised shows in `wardline_alarms` and as a line in the log. */
export interface Alarms {
  /**
   * The condition holds. Repeating it costs nothing: one with the same facts is not logged again while it is active.
   * @param facts for the log line: never input
   * @param of which of several conditions with this name, for {@link clear}
   */
  raise(name: AlarmName, facts?: Readonly<Record<string, unknown>>, of?: string): void
  /** The condition has gone. The alarm is over once no condition with its name is left. */
  clear(name: AlarmName, of?: string): void
}

/** A part of `npm test`: targets of nx that run together. */
export interface Stage {
  readonly name: string
  readonly targets: readonly string[]
  /** Names of nx projects; all that have the targets when absent. */
  readonly projects?: readonly string[]
  /** How many tasks at once, on two cores: end-to-end suites wait more than they compute. 1 unless said otherwise. */
  readonly parallel?: number
  /** `shared`: started before this stage for it and all later ones. `stopped`: it starts its own, and the shared ones make room. */
  readonly engines?: 'shared' | 'stopped'
}

/** Every stage of `npm test`, in order: what is quick to fail comes first. This is the one list. */
export const STAGES: readonly Stage[] = [
  {
    name: 'types, lint, dependencies, event schemas, API documents',
    targets: ['types', 'lint', 'audit', 'schemas', 'apis'],
    parallel: 2,
  },
  { name: 'unit and contract tests, architecture and tools', targets: ['test'], parallel: 3, engines: 'shared' },
  {
    name: 'agents, log tiers, device management; acceptance on both profiles',
    targets: ['e2e', 'e2e-distributed'],
    projects: [
      'tests-tiers',
      'tests-identity',
      'tests-distributed',
      'tests-acceptance',
      'tests-fatal-answers',
      'tests-mdm',
      'tests-non-interference',
    ],
    parallel: 3,
  },
  {
    name: 'attacks on both profiles, alone: they compare times',
    targets: ['e2e', 'e2e-distributed'],
    projects: ['tests-attacks'],
  },
  {
    name: 'faults on the distributed profile; the console, the command, restarts and backups on the embedded one',
    // nx starts what is named first: the longest, which waits more than it computes. Two others run beside it.
    targets: ['e2e-distributed', 'e2e'],
    projects: ['tests-faults', 'tests-embedded', 'tests-browser', 'tests-cli', 'tests-formats'],
    parallel: 3,
    engines: 'stopped',
  },
]

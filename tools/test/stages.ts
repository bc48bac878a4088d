/** A part of `npm test`: targets of nx that run together. */
export interface Stage {
  readonly name: string
  readonly targets: readonly string[]
  /** Names of nx projects; all that have the targets when absent. */
  readonly projects?: readonly string[]
  /** How many tasks at once, on two cores. 1 unless said otherwise. */
  readonly parallel?: number
  /** `shared`: started before this stage for it and all later ones. `stopped`: it starts its own, and the shared ones make room. */
  readonly engines?: 'shared' | 'stopped'
}

/** Every stage of `npm test`, in order: what is quick to fail comes first, what loads the machine runs alone. This is the one list. */
export const STAGES: readonly Stage[] = [
  {
    name: 'types, lint, dependencies, event schemas, API documents',
    targets: ['types', 'lint', 'audit', 'schemas', 'apis'],
    parallel: 2,
  },
  { name: 'unit and contract tests, architecture and tools', targets: ['test'], parallel: 2, engines: 'shared' },
  { name: 'agent identities on both profiles', targets: ['e2e'], projects: ['tests-identity'] },
  { name: 'no fault of ours stops an agent', targets: ['e2e'], projects: ['tests-fatal-answers'] },
  { name: 'device management against simulated providers', targets: ['e2e'], projects: ['tests-mdm'] },
  { name: 'log tiers over simulated years, and killed at every step', targets: ['e2e'], projects: ['tests-tiers'] },
  { name: 'the console in a browser', targets: ['e2e'], projects: ['tests-browser'] },
  { name: 'acceptance on the embedded profile', targets: ['e2e'], projects: ['tests-acceptance'] },
  { name: 'attacks on the embedded profile', targets: ['e2e'], projects: ['tests-attacks'] },
  { name: 'the wardline command, and the page for authors of agents', targets: ['e2e'], projects: ['tests-cli'] },
  { name: 'restart, kill, backup and restore on the embedded profile', targets: ['e2e'], projects: ['tests-embedded'] },
  { name: 'data folders of every released format', targets: ['e2e'], projects: ['tests-formats'] },
  {
    name: 'acceptance and attacks on the distributed profile',
    targets: ['e2e-distributed'],
    projects: ['tests-acceptance', 'tests-attacks'],
  },
  {
    name: 'device management and the console on the distributed profile',
    targets: ['e2e-distributed'],
    projects: ['tests-distributed'],
  },
  {
    name: 'faults on the distributed profile',
    targets: ['e2e-distributed'],
    projects: ['tests-faults'],
    engines: 'stopped',
  },
]

/** Where a process may die during one exchange, in the order in which it reaches them. */
export const STEPS = [
  'before the claim',
  'claim written',
  'agent written',
  'certificate signed',
  'issued',
  'event published',
  'answer sent',
] as const
export type Step = (typeof STEPS)[number]

/** What a process is told, as JSON in its one argument. */
export interface DyingOptions {
  readonly agentPort: number
  /** Base64 of the master key. */
  readonly masterKey: string
  /** Kills itself with SIGKILL there, at the first exchange; never by default. */
  readonly dieAt?: Step
  readonly embedded?: { readonly dataDir: string }
  readonly distributed?: {
    readonly prefix: string
    readonly at: {
      readonly kafka: string
      readonly registry: string
      readonly mongo: string
      readonly opensearch: string
    }
  }
}

/** What it says when it listens, with a fresh enrolment token; and, asked for a token, what came of it: agents, and events of their enrolment. */
export type Said =
  | {
      readonly ready: {
        readonly agentUrl: string
        readonly ca: string
        readonly token: string
        readonly tokenId: string
      }
    }
  | { readonly counted: { readonly agents: number; readonly enrolments: number } }

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

/** To kill itself with SIGKILL at this step of the next exchange; or to count what came of a token. */
export type Asked = { readonly dieAt: Step } | { readonly count: string }

/** What it says when it listens, and again when it has a step to die at, each time with a fresh enrolment token; and what came of a token: agents, and events of their enrolment. */
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

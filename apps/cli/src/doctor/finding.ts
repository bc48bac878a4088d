/** The result of one check. `bad` must be fixed, `warn` should be. */
export interface Finding {
  readonly state: 'ok' | 'warn' | 'bad'
  readonly what: string
  readonly finding: string
  /** What to do about it; empty if all is well. */
  readonly advice: string
}

export const ok = (what: string, finding: string): Finding => ({ state: 'ok', what, finding, advice: '' })
export const warn = (what: string, finding: string, advice: string): Finding => ({
  state: 'warn',
  what,
  finding,
  advice,
})
export const bad = (what: string, finding: string, advice: string): Finding => ({ state: 'bad', what, finding, advice })

import { setTimeout as sleep } from 'node:timers/promises'
import { newId, type TenantId, tenantId } from '@wardline/kernel'

/** One engine over fresh data. A suite makes one per test and closes it. */
export interface Harness<T> {
  readonly engine: T
  /** Stops the engine cleanly and opens it again over the same data. In-memory engines return themselves. */
  reopen(): Promise<T>
  close(): Promise<void>
}

export type MakeEngine<T> = () => Promise<Harness<T>>

/** A tenant that no other test uses. */
export const someTenant = (): TenantId => tenantId(`ten_${newId('ten').slice(4)}`)

/** Waits for something that an engine does in the background. The time limit is reached only by a failing test. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const limit = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > limit) throw new Error(`waited in vain: ${what}`)
    await sleep(5)
  }
}

export const range = (n: number, from = 0): number[] => Array.from({ length: n }, (_, i) => from + i)

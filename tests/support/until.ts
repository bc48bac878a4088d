import { setTimeout as sleep } from 'node:timers/promises'

type Awaitable<T> = T | Promise<T>

/** Asks until `holds`, at most `withinMs`; returns the last answer either way, for the test to check. */
export async function eventually<T>(
  ask: () => Awaitable<T>,
  holds: (answer: Awaited<T>) => boolean,
  withinMs = 20_000,
  everyMs = 100,
): Promise<Awaited<T>> {
  const end = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (holds(answer) || Date.now() > end) return answer
    await sleep(everyMs)
  }
}

/** Waits until it holds. @param what it waits for @throws Error that says so after `withinMs` */
export async function until(
  what: string,
  holds: () => Awaitable<boolean>,
  withinMs = 60_000,
  everyMs = 100,
): Promise<void> {
  if (!(await eventually(holds, Boolean, withinMs, everyMs))) throw new Error(`waited in vain for: ${what}`)
}

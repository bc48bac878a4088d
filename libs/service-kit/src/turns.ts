/** How much work of one key may wait for its turn. */
export interface TurnBounds {
  readonly waiting: number
  /** The longest wait, in milliseconds. */
  readonly waitMs: number
  /** What is thrown when too many wait already, and when a turn does not come in time. */
  readonly tooMany: () => Error
  readonly tooLate: () => Error
}

/**
 * Runs work when it is its key's turn, in the order in which it came: at most `atOnce` pieces of a key at a time.
 * @throws what the bounds say
 */
export type Turns = <T>(key: string, atOnce: number, work: () => Promise<T>) => Promise<T>

interface Line {
  active: number
  readonly waiting: Set<() => void>
}

/**
 * In memory: each process has its own lines. Not `p-limit`: a line is bounded, and work that waits too long leaves it.
 */
export function createTurns({ waiting, waitMs, tooMany, tooLate }: TurnBounds): Turns {
  const lines = new Map<string, Line>()

  function turn(line: Line, atOnce: number): Promise<void> | undefined {
    if (line.active < atOnce) {
      line.active++
      return undefined
    }
    if (line.waiting.size >= waiting) throw tooMany()
    return new Promise((resolve, reject) => {
      const called = (): void => {
        clearTimeout(timer)
        line.waiting.delete(called)
        resolve()
      }
      const timer = setTimeout(() => {
        line.waiting.delete(called)
        reject(tooLate())
      }, waitMs)
      line.waiting.add(called)
    })
  }

  /** The next in the line gets the place immediately, so it is never free in between. */
  function leave(key: string, line: Line): void {
    const [next] = line.waiting
    if (next) next()
    else if (--line.active === 0) lines.delete(key)
  }

  return async (key, atOnce, work) => {
    const line = lines.get(key) ?? { active: 0, waiting: new Set() }
    lines.set(key, line)
    await turn(line, atOnce)
    try {
      return await work()
    } finally {
      leave(key, line)
    }
  }
}

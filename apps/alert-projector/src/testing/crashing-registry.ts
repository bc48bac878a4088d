import type { Registry } from '@wardline/ports'

export class Crash extends Error {}

export interface CrashingRegistry {
  readonly wrap: (registry: Registry) => Registry
  /**
   * Crashes at the write with this number (from 1), before or after it takes effect. Then everything fails until
   * `restart`.
   */
  crashAt(write: number, when: 'before' | 'after'): void
  restart(): void
  /** Writes since the last `restart`. */
  writes(): number
}

/** A registry whose process dies at a chosen write, as after kill -9. */
export function createCrashingRegistry(): CrashingRegistry {
  let planned: { write: number; when: 'before' | 'after' } | undefined
  let writes = 0
  let dead = false
  const alive = (): void => {
    if (dead) throw new Crash('the process is gone')
  }
  const fall = (): never => {
    dead = true
    throw new Crash('the process is gone')
  }
  return {
    wrap: registry => ({
      async read(...args) {
        alive()
        return registry.read(...args)
      },
      async list(...args) {
        alive()
        return registry.list(...args)
      },
      async count(...args) {
        alive()
        return registry.count(...args)
      },
      async findByUnique(...args) {
        alive()
        return registry.findByUnique(...args)
      },
      async purge() {
        alive()
        return registry.purge()
      },
      async remove(...args) {
        alive()
        return registry.remove(...args)
      },
      async write(...args) {
        alive()
        const last = ++writes === planned?.write ? planned.when : undefined
        if (last === 'before') fall()
        const result = await registry.write(...args)
        return last === 'after' ? fall() : result
      },
    }),
    crashAt(write, when) {
      planned = { write, when }
    },
    restart() {
      planned = undefined
      writes = 0
      dead = false
    },
    writes: () => writes,
  }
}

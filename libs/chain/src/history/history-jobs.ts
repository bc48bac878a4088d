import { PLATFORM_TENANT } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { restores } from '@wardline/registries'
import { allTenants, type Job, type Metrics, type ServicePorts } from '@wardline/service-kit'
import { checkHistory } from './check-history.ts'
import type { History } from './history.ts'
import type { LoggedLink } from './history-kind.ts'
import { stampCheckpoints } from './stamp-checkpoints.ts'
import type { TimeStamper } from './time-stamper.ts'

/** Records that one run of the check reads, and how often it runs while there is something to read. */
const CHECKED_AT_ONCE = 4_000
const CHECK_EVERY_MS = 5_000
/** A full check starts with the process, and again this long after the last one has ended. */
const CHECK_AGAIN_MS = 24 * 3_600_000
/** Checkpoints without a time stamp are looked for at least this often. */
const STAMP_EVERY_MS = 60_000

export interface HistoryWork {
  readonly jobs: readonly Job[]
  /** Signs what is not signed yet, for at most `timeoutMs`; called when the process ends. */
  finish(timeoutMs: number): Promise<void>
}

export interface HistoryWorkOptions<Link extends LoggedLink> {
  readonly registry: Registry
  readonly clock: { now(): number }
  readonly log: ServicePorts['log']
  readonly metrics: Metrics
  readonly history: History<Link>
  /** How often new records are signed. */
  readonly signEveryMs: number
  /** Where checkpoints get time stamps; without it they have none. */
  readonly stamper?: TimeStamper | undefined
}

/** Scheduled work for all tenants: growing and signing the trees, and checking everything from the first record on. */
export function historyWork<Link extends LoggedLink>(options: HistoryWorkOptions<Link>): HistoryWork {
  const { registry, clock, log, history, signEveryMs, stamper } = options
  const { name } = history.kind

  async function newestRestore(): Promise<string | null> {
    const [newest] = await registry.list(restores, PLATFORM_TENANT, {
      order: { by: 'settled_at', direction: 'desc' },
      limit: 1,
    })
    return newest?.doc.id ?? null
  }
  async function advanceAll(signal: AbortSignal): Promise<void> {
    const restoreId = await newestRestore()
    let failed: unknown
    for await (const tenant of allTenants(registry)) {
      if (signal.aborted) return
      // A fault of one tenant must not affect the others.
      await history.advance(tenant, restoreId).catch(error => {
        failed = error
      })
    }
    if (failed) throw failed
  }

  let pass: AsyncGenerator<number, void, undefined> | undefined
  let nextPassAt = 0
  async function* everything(): AsyncGenerator<number, void, undefined> {
    for await (const tenant of allTenants(registry)) yield* checkHistory(registry, history, tenant)
  }

  /** A job of its own: an authority that is slow or down holds up nothing else. */
  const stamping = (by: TimeStamper): Job => ({
    name: `stamp-${name}`,
    everyMs: Math.min(signEveryMs, STAMP_EVERY_MS),
    async run({ signal }) {
      for await (const tenant of allTenants(registry)) {
        if (signal.aborted) return
        // The next tenant would wait for the same authority.
        if (!(await stampCheckpoints({ ...options, stamper: by }, tenant, signal))) return
      }
    },
  })

  return {
    jobs: [
      ...(stamper ? [stamping(stamper)] : []),
      { name: `sign-${name}`, everyMs: signEveryMs, run: ({ signal }) => advanceAll(signal) },
      {
        name: `check-${name}`,
        everyMs: CHECK_EVERY_MS,
        async run({ signal }) {
          if (!pass && clock.now() < nextPassAt) return
          pass ??= everything()
          for (let read = 0; read < CHECKED_AT_ONCE && !signal.aborted; ) {
            const { done, value } = await pass.next().catch(error => {
              pass = undefined
              throw error
            })
            if (done) {
              pass = undefined
              nextPassAt = clock.now() + CHECK_AGAIN_MS
              return
            }
            read += value
          }
        },
      },
    ],
    async finish(timeoutMs) {
      await advanceAll(AbortSignal.timeout(timeoutMs)).catch(error =>
        log.warn({ err: error, log: name }, 'not every log could be signed at the end; the next start does it'),
      )
    },
  }
}

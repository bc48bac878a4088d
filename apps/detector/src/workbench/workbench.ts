import { MessageChannel } from 'node:worker_threads'
import { Problem, type TenantId } from '@wardline/kernel'
import { Tinypool } from 'tinypool'
import type { Originating } from '../routing/origin-of-event.ts'
import type { Upload, UploadDoc } from '../rules/uploaded-rule.ts'
import type { SingleRule } from '../sigma/rule.ts'
import type { ExplainedRule } from './explain-rule.ts'
import { createFairTurns } from './fair-turns.ts'
import type { Job, JobResult, Tasks } from './tasks.ts'
import type { TriedRule } from './try-rules.ts'

const THREADS = 2
/** Longest time for one task, from when its thread begins it. */
const DEADLINE_MS = 2_000
/** Longest time until a thread begins a task, because the thread may have to be started first. */
const START_MS = 30_000
const IDLE_MS = 60_000
const MEMORY_MB = 256
const WAITING = 32
const WAITING_PER_TENANT = 8

export interface WorkbenchSettings {
  readonly deadlineMs?: number
}

/**
 * Compiles and tries users' rules in separate threads, so that no rule and no event can hold up HTTP requests. A task
 * that does not finish in time is stopped together with its thread, and a new thread takes its place. A tenant has one
 * task at a time; its other tasks wait their turn.
 *
 * Every task:
 * @param pointer the part of the body that the task is about.
 * @throws Problem 422 `rule_too_slow`, 503 `unavailable` when too many wait.
 */
export interface Workbench {
  compile(tenant: TenantId, docs: readonly UploadDoc[], pointer: string): Promise<readonly Upload[]>
  test(
    tenant: TenantId,
    rules: readonly SingleRule[],
    payload: Originating,
    pointer: string,
  ): Promise<readonly TriedRule[]>
  explain(
    tenant: TenantId,
    rules: readonly SingleRule[],
    payload: Originating,
    pointer: string,
  ): Promise<readonly ExplainedRule[]>
  close(): Promise<void>
}

/** No thread is started before the first task. */
export function createWorkbench({ deadlineMs = DEADLINE_MS }: WorkbenchSettings = {}): Workbench {
  const turns = createFairTurns({ running: THREADS, waiting: WAITING, waitingPerTenant: WAITING_PER_TENANT })
  let pool: Tinypool | undefined
  const threads = (): Tinypool => {
    pool ??= new Tinypool({
      filename: new URL('./rule-worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    return pool
  }

  const work = async <K extends keyof Tasks>(
    task: K,
    input: Tasks[K]['input'],
    pointer: string,
  ): Promise<JobResult<K>> => {
    const { port1: begun, port2: hears } = new MessageChannel()
    const abort = new AbortController()
    let timer = setTimeout(() => abort.abort(), START_MS)
    hears.once('message', () => {
      clearTimeout(timer)
      timer = setTimeout(() => abort.abort(), deadlineMs)
    })
    const job: Job<K> = { task, input, begun }
    try {
      return await threads().run(job, { name: 'runTask', signal: abort.signal, transferList: [begun] })
    } catch (error) {
      if (abort.signal.aborted || isOutOfMemory(error)) {
        const message = `takes longer than ${deadlineMs / 1_000} s`
        throw new Problem('rule_too_slow', { errors: [{ pointer, message }], cause: error })
      }
      throw error
    } finally {
      clearTimeout(timer)
      hears.close()
    }
  }

  return {
    compile: (tenant, docs, pointer) => turns.run(tenant, () => work('compile', docs, pointer)),
    test: (tenant, rules, payload, pointer) => turns.run(tenant, () => work('test', { rules, payload }, pointer)),
    explain: (tenant, rules, payload, pointer) => turns.run(tenant, () => work('explain', { rules, payload }, pointer)),
    async close() {
      await pool?.destroy()
      pool = undefined
    },
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

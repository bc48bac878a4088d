import { parentPort } from 'node:worker_threads'
import type { EmbeddedSettings } from './settings.ts'

/** What every storage thread starts with. */
export interface WorkerStart {
  readonly dataDir: string
  readonly settings: EmbeddedSettings
  readonly clockCell: SharedArrayBuffer
}

/** What a storage thread says by itself. */
export type ThreadMessage = 'ready' | { readonly warning: string }

/** In a storage thread: tells the operator of a fault that nobody is answered. What and why, never a value of a record. */
export function warn(what: string, fault: unknown): void {
  const why = fault instanceof Error ? fault.message : 'unknown fault'
  parentPort?.postMessage({ warning: `${what}: ${why}` } satisfies ThreadMessage)
}

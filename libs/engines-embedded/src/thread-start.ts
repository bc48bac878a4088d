import { parentPort } from 'node:worker_threads'
import type { EmbeddedSettings } from './settings.ts'

/** Start data of every storage thread. */
export interface WorkerStart {
  readonly dataDir: string
  readonly settings: EmbeddedSettings
  readonly clockCell: SharedArrayBuffer
}

/** Messages that a storage thread sends on its own. */
export type ThreadMessage = 'ready' | { readonly warning: string }

/**
 * In a storage thread: reports to the operator a fault that no call returns: what and why, never a value of a record.
 */
export function warn(what: string, fault: unknown): void {
  const why = fault instanceof Error ? fault.message : 'unknown fault'
  parentPort?.postMessage({ warning: `${what}: ${why}` } satisfies ThreadMessage)
}

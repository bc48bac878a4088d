import type { IndexItem, PutResult } from './log-item.ts'

/** Makes normalized events searchable. */
export interface LogWriter {
  /** Idempotent by tenant and event id. One result per item, in order; resolves once what it says `created` is durable. */
  put(items: readonly IndexItem[]): Promise<readonly PutResult[]>
}

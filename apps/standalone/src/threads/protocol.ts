import type { MessagePort } from 'node:worker_threads'
import type { BuildInfo, MetricsSnapshot, ServicesHealth, TraceConfig } from '@wardline/host'
import type { DataKey } from '@wardline/kernel'
import type { ThreadedSettings } from '../threaded-settings.ts'

/** A thread has the name of the service that consumes in it. */
export type ThreadName = 'normalizer' | 'detector'

/**
 * The services whose consuming half and jobs run in a thread other than the HTTP thread
 * (docs/architecture.md#embedded-engine).
 */
export type ThreadedService = ThreadName | 'log-store'

/** What a service thread starts with. */
export interface ThreadStart {
  readonly name: ThreadName
  readonly engines: MessagePort
  readonly dataKeys: readonly DataKey[]
  readonly logLevel: string
  readonly settings: ThreadedSettings
  readonly traces: TraceConfig
  readonly build: BuildInfo
}

export type ThreadRequest = { readonly id: number; readonly ask: 'health' | 'metrics' | 'stop' }
export type ThreadAnswer =
  | { readonly started: true }
  | { readonly id: number; readonly health: ServicesHealth }
  | { readonly id: number; readonly metrics: MetricsSnapshot }
  | { readonly id: number; readonly stopped: true }

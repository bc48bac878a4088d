import type { MessagePort } from 'node:worker_threads'
import type { MetricsSnapshot, ServicesHealth } from '@wardline/host'
import type { ThreadedSettings } from '../threaded-settings.ts'

/** The services whose consuming half runs in a thread of its own, away from the one that serves HTTP (docs/architecture.md#embedded-engine). */
export type ThreadedService = 'normalizer' | 'detector'

/** What a service thread starts with. */
export interface ThreadStart {
  readonly service: ThreadedService
  readonly engines: MessagePort
  readonly masterKey: Uint8Array
  readonly logLevel: string
  readonly settings: ThreadedSettings
}

export type ThreadRequest = { readonly id: number; readonly ask: 'health' | 'metrics' | 'stop' }
export type ThreadAnswer =
  | { readonly started: true }
  | { readonly id: number; readonly health: ServicesHealth }
  | { readonly id: number; readonly metrics: MetricsSnapshot }
  | { readonly id: number; readonly stopped: true }

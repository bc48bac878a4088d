import { type Document, defineCollection } from './collection.ts'

/** How a source's raw events are read (LogFormat in the OpenAPI document). */
export type LogFormat =
  | 'auto'
  | 'syslog'
  | 'json'
  | 'windows_event'
  | 'cef'
  | 'leef'
  | 'auditd'
  | 'web_access'
  | 'kv'
  | 'macos_log'
  | 'cloudtrail'

/** A registered log source. */
export interface LogSourceDoc extends Document {
  readonly name: string
  readonly format: LogFormat
  readonly vendor: string | null
  readonly product: string | null
  readonly timezone: string
  readonly description: string | null
  readonly state: 'active' | 'paused'
  /** Version of the registration: raised by every change that an operator makes. */
  readonly revision: number
  readonly created_at: string
  readonly updated_at: string
}

export const logSources = defineCollection<LogSourceDoc>({
  name: 'log_sources',
  owner: 'ingest',
  schemaVersion: 1,
  fields: { name: 'text', state: 'text', format: 'text', created_at: 'text' },
  indexes: [['created_at'], ['state', 'created_at']],
})

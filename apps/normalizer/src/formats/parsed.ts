import type { Timestamp } from '../normalize/timestamps.ts'

/** Which content mapping reads the fields: a folder-wide table in `content/index.ts`. */
export type ContentKind =
  | 'syslog'
  | 'windows'
  | 'cef'
  | 'leef'
  | 'auditd'
  | 'web'
  | 'kv'
  | 'macos'
  | 'cloudtrail'
  | 'ocsf'
  | 'ecs'
  | 'json'
  | 'text'

/** What a format parser found in one raw log. Values are as in the source; bounds and secrets are the caller's work. */
export interface Parsed {
  /** Name of the format on the wire (openapi/logs.yaml). */
  readonly format: string
  /** Name of the parser: the format's variant. */
  readonly parser: string
  readonly status: 'parsed' | 'partial' | 'unparsed'
  /** 0 to 1: how sure it is that the text is of this format. */
  readonly confidence: number
  readonly content: ContentKind
  /** Original names and values: what rules see. */
  readonly fields: object
  /** The log's own time; undefined when it has none or an impossible one. */
  readonly at?: Timestamp | undefined
}

/** A parser of one format. Answers undefined when the text is not of it. Never throws; linear in the text's length. */
export type ParseText = (text: string) => Parsed | undefined

export const unparsed = (text: string): Parsed => ({
  format: 'text',
  parser: 'text',
  status: 'unparsed',
  confidence: 0,
  content: 'text',
  fields: { message: text },
})

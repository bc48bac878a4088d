import type { Timestamp } from '../normalize/timestamps.ts'

/** The syntax that was found. A pack in `apps/normalizer/packs` reads it when no source is recognised. */
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

/**
 * What a format parser found in one raw log. Values are as in the source; the caller bounds them and removes secrets.
 */
export interface Parsed {
  /** Name of the format in the API (openapi/logs.yaml). */
  readonly format: string
  /** Name of the parser: the format's variant. */
  readonly parser: string
  readonly status: 'parsed' | 'partial' | 'unparsed'
  /** 0 to 1: the confidence that the text has this format. */
  readonly confidence: number
  readonly content: ContentKind
  /** Original names and values, as rules see them. */
  readonly fields: object
  /** The log's own time; undefined if it has none or an impossible one. */
  readonly at?: Timestamp | undefined
}

/**
 * A parser of one format. Returns undefined if the text has another format. Never throws; linear in the text's length.
 */
export type ParseText = (text: string) => Parsed | undefined

export const unparsed = (text: string): Parsed => ({
  format: 'text',
  parser: 'text',
  status: 'unparsed',
  confidence: 0,
  content: 'text',
  fields: { message: text },
})

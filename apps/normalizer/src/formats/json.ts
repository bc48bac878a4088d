import { type Timestamp, timestampOf } from '../normalize/timestamps.ts'
import { parseCloudtrail } from './cloudtrail.ts'
import { parseJournald } from './journald.ts'
import { parseMacosJson } from './macos-log.ts'
import type { Parsed } from './parsed.ts'
import { parseWindowsJson } from './windows-event.ts'

export type Json = Record<string, unknown>

/** JSON shapes that have their own parser, most specific first. */
const SHAPES: readonly ((object: Json) => Parsed | undefined)[] = [
  parseOcsf,
  parseWindowsJson,
  parseCloudtrail,
  parseMacosJson,
  parseJournald,
  parseEcs,
]

/** The JSON value of a text that looks like an object or a list; undefined if it is not JSON. */
export function readJson(text: string): unknown {
  const first = text.charCodeAt(0)
  if (first !== 123 && first !== 91) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a JSON object by its shape, or as plain fields. A list becomes an object with one member, `items`. */
export function parseJson(value: unknown): Parsed | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    const only: unknown = value[0]
    if (value.length === 1 && typeof only === 'object' && only !== null && !Array.isArray(only)) return parseJson(only)
    return jsonEvent('json_list', 'json', { items: value }, undefined, 'partial')
  }
  const object = value as Json
  for (const shape of SHAPES) {
    const parsed = shape(object)
    if (parsed) return parsed
  }
  return jsonEvent('json', 'json', object, findTime(object))
}

export function jsonEvent(
  parser: string,
  content: Parsed['content'],
  fields: object,
  at: Timestamp | undefined,
  status: Parsed['status'] = 'parsed',
): Parsed {
  return { format: 'json', parser, status, confidence: 0.95, content, fields, at }
}

/** Names of time fields in JSON logs, most specific first. */
const TIME_NAMES = [
  '@timestamp',
  'timestamp',
  'event_time',
  'eventTime',
  'time',
  'datetime',
  'ts',
  'date',
  'created_at',
  'createdAt',
  'createdDateTime',
  'event_timestamp',
  'published',
  'logged_at',
  'Timestamp',
  'TimeGenerated',
  'Time',
  '_time',
  't',
  'asctime',
  '@t',
  'timeStamp',
  'TimeStamp',
  'eventTimestamp',
  'event_timestamp_ms',
  'EventTimestamp',
  'EventTime',
  'eventDateTime',
  'activityDateTime',
  'CreationTime',
  'creationTime',
  'CreationDate',
  'created',
  'Created',
  'dateTime',
  'DateTime',
  'date_time',
  'log_time',
  'logTime',
  'occurred',
  'occurredAt',
  'occurred_at',
  'recordedAt',
  'timeGenerated',
  'time_generated',
  'start_time',
  'startTime',
  'StartTime',
  'receiveTimestamp',
  'received_at',
]

function findTime(object: Json): Timestamp | undefined {
  for (const name of TIME_NAMES) {
    const at = Object.hasOwn(object, name) ? timestampOf(object[name]) : undefined
    if (at) return at
  }
  return undefined
}

/** OCSF 1.1 or later: has `class_uid` and `metadata.version`. */
function parseOcsf(object: Json): Parsed | undefined {
  const metadata = object.metadata
  if (typeof object.class_uid !== 'number' || typeof metadata !== 'object' || metadata === null) return undefined
  const version = /^(\d{1,3})\.(\d{1,3})/.exec(String((metadata as Json).version))
  if (!version || Number(version[1]) < 1 || (Number(version[1]) === 1 && Number(version[2]) < 1)) return undefined
  return jsonEvent('ocsf', 'ocsf', object, timestampOf(object.time) ?? timestampOf(object.time_dt))
}

/**
 * Elastic Common Schema: has `@timestamp` with `ecs.version`, or an `event` object with a category, kind or dataset.
 */
function parseEcs(object: Json): Parsed | undefined {
  // Elasticsearch's own audit file has members of these names, but is not in the common schema.
  if (object.type === 'audit' && Object.hasOwn(object, 'node.id')) return undefined
  const event = object.event
  const nested =
    typeof event === 'object' &&
    event !== null &&
    // The collector of Splunk has an event too, which is whatever it carries.
    !('sourcetype' in object && !('ecs' in object)) &&
    ['category', 'kind', 'dataset', 'action', 'module'].some(k => k in event)
  const dotted = ['event.category', 'event.kind', 'event.dataset', 'event.action', 'ecs.version'].some(k => k in object)
  if (!nested && !dotted && typeof object.ecs !== 'object') return undefined
  return jsonEvent('ecs', 'ecs', object, findTime(object))
}

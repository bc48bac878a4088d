type Json = Record<string, unknown>

/** A log without what carried it here. */
export interface Unwrapped {
  readonly object: Json
  /** The text that the carrier held, if it was not an object. */
  readonly text?: string
  /** Names of the carriers, outermost first. */
  readonly via: readonly string[]
  /** What the carriers say of the machine. */
  readonly host?: string
  /** The carrier's own time, for logs without one. */
  readonly time?: unknown
}

interface Carrier {
  readonly name: string
  /** The key that only this carrier has. */
  readonly key: string
  readonly open: (object: Json) => { inner: unknown; host?: unknown; time?: unknown } | undefined
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const only = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : undefined)

/** Carriers by a key that they always have. */
const CARRIERS: readonly Carrier[] = [
  {
    name: 'kubernetes',
    key: 'kubernetes',
    open: o => ({
      inner: o.log ?? o.message,
      host: isObject(o.kubernetes) ? (o.kubernetes.host ?? o.kubernetes.node_name) : undefined,
      time: o.time ?? o['@timestamp'],
    }),
  },
  {
    name: 'docker',
    key: 'stream',
    open: o =>
      text(o.log) !== undefined && (o.stream === 'stdout' || o.stream === 'stderr')
        ? { inner: o.log, time: o.time }
        : undefined,
  },
  {
    name: 'splunk_hec',
    key: 'event',
    open: o =>
      (o.sourcetype !== undefined || o.index !== undefined || o.source !== undefined) && o.event !== null
        ? { inner: o.event, host: o.host, time: o.time }
        : undefined,
  },
  {
    name: 'splunk',
    key: '_raw',
    open: o => (text(o._raw) === undefined ? undefined : { inner: o._raw, host: o.host, time: o._time }),
  },
  {
    name: 'cloudwatch',
    key: 'logEvents',
    open: o => {
      const event = only(o.logEvents)
      return isObject(event) ? { inner: event.message, time: event.timestamp } : undefined
    },
  },
  {
    name: 'eventbridge',
    key: 'detail-type',
    open: o => (isObject(o.detail) ? { inner: o.detail, time: o.time } : undefined),
  },
  {
    name: 'beats',
    key: '@metadata',
    open: o => {
      const beat = isObject(o['@metadata']) && text(o['@metadata'].beat) !== undefined
      if (!beat || o.winlog !== undefined || isObject(o.event) || text(o.message) === undefined) return undefined
      return { inner: o.message, host: isObject(o.host) ? o.host.name : undefined, time: o['@timestamp'] }
    },
  },
  {
    name: 'fluent_bit',
    key: 'log',
    open: o =>
      text(o.log) !== undefined && Object.keys(o).every(key => FLUENT.has(key))
        ? { inner: o.log, host: o.host ?? o.hostname, time: o.time ?? o.date ?? o['@timestamp'] }
        : undefined,
  },
  {
    name: 'otlp',
    key: 'body',
    open: o => {
      if (o.timeUnixNano === undefined && o.observedTimeUnixNano === undefined) return undefined
      const body = isObject(o.body)
        ? (o.body.stringValue ?? (isObject(o.body.kvlistValue) ? undefined : o.body))
        : o.body
      return { inner: body, time: o.timeUnixNano ?? o.observedTimeUnixNano }
    },
  },
]
const FLUENT = new Set(['log', 'date', 'time', '@timestamp', 'host', 'hostname', 'tag', 'fluentd_tag', 'file', 'path'])
const BY_KEY: ReadonlyMap<string, readonly Carrier[]> = Map.groupBy(CARRIERS, carrier => carrier.key)
/** Names that people give to a log that they put into an object of its own: `{"github": {…}}`. */
const MAX_DEPTH = 4

/** Opens carriers, up to four deep. An object that no carrier made comes back as it is. */
export function unwrap(object: Json): Unwrapped {
  const via: string[] = []
  let at = object
  let host: string | undefined
  let time: unknown
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const opened = openOnce(at)
    if (!opened) break
    via.push(opened.name)
    host ??= text(opened.host)
    time = opened.time ?? time
    const inner = opened.inner
    if (isObject(inner)) {
      at = inner
      continue
    }
    if (typeof inner !== 'string') break
    const parsed = jsonObject(inner)
    if (!parsed) return { object: at, text: inner, via, ...(host && { host }), time }
    at = parsed
  }
  return { object: at, via, ...(host && { host }), time }
}

function openOnce(object: Json): { name: string; inner: unknown; host?: unknown; time?: unknown } | undefined {
  let count = 0
  let single: string | undefined
  for (const key in object) {
    if (++count > 64) return undefined
    single = key
    const carriers = BY_KEY.get(key)
    if (!carriers) continue
    for (const carrier of carriers) {
      const opened = carrier.open(object)
      if (opened && (isObject(opened.inner) || text(opened.inner) !== undefined))
        return { name: carrier.name, ...opened }
    }
  }
  if (count !== 1 || single === undefined) return undefined
  const value = object[single]
  // `Event` is Windows' own, `System` and the like hold what they are named after.
  if (!isObject(value) || single === 'Event' || Object.keys(value).length < 3) return undefined
  return { name: /^[a-z][a-z0-9_-]{1,31}$/i.test(single) ? 'named' : 'other', inner: value }
}

function jsonObject(value: string): Json | undefined {
  const trimmed = value.trimStart()
  if (trimmed.charCodeAt(0) !== 123) return undefined
  try {
    const parsed: unknown = JSON.parse(trimmed)
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

import { parseJson } from '../formats/json.ts'
import { createParse } from '../formats/parse.ts'
import type { Parsed } from '../formats/parsed.ts'
import { type Timestamp, timestampOf } from '../normalize/timestamps.ts'
import type { Fields, Pack, Seen } from './pack.ts'
import { createRecognise, type Recognised } from './recognise.ts'
import { unwrap } from './unwrap.ts'

/** The registered source of a log: what it may be expected to be. */
export interface Registered {
  readonly format: string
  readonly vendor: string | null
  readonly product: string | null
}

/** A log whose pack is known, and its original fields. */
export interface Reading extends Parsed {
  readonly pack: Pack
  /** Carriers that were opened, outermost first. */
  readonly via: readonly string[]
  /** Where the fields of the syslog header are, if it has one: their names for `host`, `program`, … in `fields`. */
  readonly header?: Readonly<Record<string, string>>
}

/** Reads a raw log: syntax, carriers, the pack it belongs to, the pack's fields and time. Never throws. */
export type ReadLog = (raw: string, source: Registered) => Reading

const MAX_CARRIED = 3
/** Names of what a syslog header says. */
const HEADER = ['host', 'program', 'pid', 'msgid', 'facility', 'severity', 'facility_code', 'severity_code'] as const
const WHOLE: Readonly<Record<string, string>> = Object.fromEntries(HEADER.map(name => [name, name]))
/** How sure a generic reading of a syntax may be of what the log is. */
const GENERIC = 0.5

/** @throws Error if marks of two packs contradict each other. */
export function createReadLog(packs: readonly Pack[]): ReadLog & { readonly first: readonly Pack[] } {
  const parse = createParse()
  const recognise = createRecognise(packs)

  function read(raw: string, source: Registered, depth: number): Reading {
    const parsed = parse(raw, source.format)
    const expected = recognise.byName(source.vendor, source.product)
    return finish(parsed, expected, raw, depth)
  }

  function finish(parsed: Parsed, expected: Pack | undefined, raw: string, depth: number): Reading {
    const fields = parsed.fields as Fields
    switch (parsed.content) {
      case 'syslog':
        return ofSyslog(parsed, expected, raw.trim())
      case 'windows': {
        const channel = fields.Channel
        const provider = fields.Provider_Name ?? fields.SourceName
        const found = recognise.byChannel(channel, provider)
        return reading(parsed, found ?? { pack: recognise.bySyntax('windows'), confidence: 0.9 })
      }
      case 'cef':
      case 'leef': {
        const seen = { fields, message: undefined }
        const found = recognise.byCef(fields.deviceVendor, fields.deviceProduct, seen)
        return reading(parsed, found ?? generic(parsed))
      }
      case 'json':
      case 'kv': {
        const seen = { fields, message: undefined }
        const found = ofSource(expected, parsed, raw) ?? timed(parsed, recognise.byKeys(seen))
        if (found) return found
        if (parsed.content === 'kv') {
          return ofLine(parsed, expected, raw.trim()) ?? reading(parsed, generic(parsed))
        }
        return carried(parsed, expected, depth) ?? reading(parsed, generic(parsed))
      }
      case 'text':
        return ofLine(parsed, expected, raw.trim()) ?? reading(parsed, generic(parsed))
      default:
        return reading(parsed, { pack: recognise.bySyntax(parsed.content), confidence: parsed.confidence })
    }
  }

  /** A syslog line: its program names the pack, else the beginning of its message. */
  function ofSyslog(parsed: Parsed, expected: Pack | undefined, line: string): Reading {
    const fields = parsed.fields as Fields
    const message = typeof fields.message === 'string' ? fields.message : ''
    const seen: Seen = { fields, message }
    const program = typeof fields.program === 'string' ? fields.program : undefined
    const tagged = program === undefined ? undefined : recognise.byTag(program, seen)
    if (tagged && (tagged.pack === expected || !expected || !knows(expected, message, fields))) {
      const found = taken(parsed, tagged, message, WHOLE)
      if (found) return found
    }
    const chosen = ofSource(expected, parsed, message, WHOLE)
    if (chosen) return chosen
    const head = recognise.byHead(message, seen)
    const found = head && taken(parsed, head, message, WHOLE)
    if (found) return found
    // A time in front is no header of syslog: it may be the first column of another log.
    return (
      (fields.facility_code === undefined && ofLine(parsed, expected, line)) || {
        ...reading(parsed, generic(parsed)),
        header: WHOLE,
      }
    )
  }

  /** A whole line of text, header and all. */
  function ofLine(parsed: Parsed, expected: Pack | undefined, line: string): Reading | undefined {
    const text: Parsed = {
      ...parsed,
      format: 'text',
      parser: 'text',
      content: 'text',
      status: 'parsed',
      fields: { message: line },
    }
    const seen = { fields: text.fields as Fields, message: line }
    const chosen = ofSource(expected, text, line)
    if (chosen) return chosen
    const head = recognise.byHead(line, seen)
    return head && taken(text, head, line)
  }

  /** What the source is registered as, if its pack can read the log. */
  function ofSource(
    pack: Pack | undefined,
    parsed: Parsed,
    message: string,
    header?: Readonly<Record<string, string>>,
  ): Reading | undefined {
    if (!pack || pack.marks.syntax) return undefined
    const seen = { fields: parsed.fields as Fields, message }
    if (pack.confirms && !pack.confirms(seen)) return undefined
    if (pack.read) return taken(parsed, { pack, confidence: 0.98 }, message, header)
    const text = parsed.content === 'text' || parsed.content === 'syslog'
    const told = text ? pack.lines?.some(line => line.match.test(message)) : recognise.hasKeysOf(pack, seen)
    return told ? taken(parsed, { pack, confidence: 0.99 }, message, header) : undefined
  }

  /** Lets the pack read the text; undefined if it cannot. */
  function taken(
    parsed: Parsed,
    { pack, confidence }: Recognised,
    message: string,
    header?: Readonly<Record<string, string>>,
  ): Reading | undefined {
    if (!pack.read) return timed({ ...parsed, status: statusOf(parsed) }, { pack, confidence }, header)
    const own = pack.read(message, parsed.fields as Fields)
    if (!own) return undefined
    const { message: _, ...rest } = parsed.fields as Fields
    const fields: Fields = { ...own }
    const names: Record<string, string> = {}
    for (const name in rest) {
      const free = Object.hasOwn(own, name) ? `syslog_${name}` : name
      if (!Object.hasOwn(fields, free)) fields[free] = rest[name]
      if (header && Object.hasOwn(header, name)) names[name] = free
    }
    return timed({ ...parsed, status: 'parsed', fields }, { pack, confidence }, header && names)
  }

  function timed(
    parsed: Parsed,
    found: Recognised | undefined,
    header?: Readonly<Record<string, string>>,
  ): Reading | undefined {
    if (!found) return undefined
    const at = found.pack.time ? (timeOf(parsed.fields as Fields, found.pack.time) ?? parsed.at) : parsed.at
    return { ...reading({ ...parsed, at }, found), ...(header && { header }) }
  }

  /** Opens what carries the log, and reads it again. */
  function carried(parsed: Parsed, expected: Pack | undefined, depth: number): Reading | undefined {
    if (depth >= MAX_CARRIED) return undefined
    const opened = unwrap(parsed.fields as Fields)
    if (opened.via.length === 0) return undefined
    const inner =
      opened.text === undefined
        ? finish(parseJson(opened.object) ?? parsed, expected, JSON.stringify(opened.object), depth + 1)
        : read(
            opened.text,
            { format: 'auto', vendor: expected?.vendor ?? null, product: expected?.product ?? null },
            depth + 1,
          )
    const named = opened.via.every(name => name === 'named' || name === 'other')
    // A key with an object behind it is a carrier only if what is in it is known.
    if (named && inner.pack.marks.syntax && inner.content === 'json') return undefined
    const fields = inner.fields as Fields
    return {
      ...inner,
      fields: opened.host !== undefined && fields.host === undefined ? { ...fields, host: opened.host } : fields,
      at: inner.at ?? timestampOf(opened.time),
      via: [...opened.via, ...inner.via],
    }
  }

  const generic = (parsed: Parsed): Recognised => ({
    pack: recognise.bySyntax(parsed.content),
    confidence: parsed.content === 'text' ? 0 : Math.min(parsed.confidence, GENERIC),
  })

  return Object.assign((raw: string, source: Registered) => read(raw, source, 0), { first: recognise.first })
}

const reading = (parsed: Parsed, { pack, confidence }: Recognised): Reading => ({
  ...parsed,
  pack,
  confidence: Math.min(confidence, parsed.status === 'partial' ? 0.7 : 1),
  via: [],
})

/**
 * Whether the tables of a pack name what this message is. A registered source may send under a tag that belongs to
 * another, but a reader alone is no proof: pairs are in many a message.
 */
function knows({ read, kind, kinds, lines }: Pack, message: string, fields: Readonly<Fields>): boolean {
  const own = read ? read(message, fields) : fields
  if (!own) return false
  const text = typeof own.message === 'string' ? own.message : message
  if (lines?.some(line => line.match.test(text))) return true
  if (!read || !kinds || kind === undefined || typeof kind === 'function') return false
  const words = (typeof kind === 'string' ? [kind] : kind).map(name => String(own[name] ?? ''))
  return words.some((_, i) => Object.hasOwn(kinds, words.slice(0, words.length - i).join(':')))
}

/** Text that a pack knows is not unparsed any more. */
const statusOf = (parsed: Parsed): Parsed['status'] => (parsed.status === 'unparsed' ? 'parsed' : parsed.status)

/** The time in the first of these fields that holds one. */
export function timeOf(fields: Fields, names: readonly string[]): Timestamp | undefined {
  for (const name of names) {
    const value = name.includes(' ') ? joined(fields, name) : valueAt(fields, name)
    const at = timestampOf(value)
    if (at) return at
  }
  return undefined
}

const joined = (fields: Fields, names: string): string =>
  names
    .split(' ')
    .map(name => valueAt(fields, name))
    .filter(value => value !== undefined && value !== null && value !== '')
    .join(' ')

function valueAt(fields: Fields, path: string): unknown {
  if (Object.hasOwn(fields, path)) return fields[path]
  let at: unknown = fields
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Fields)[name]
  }
  return at
}

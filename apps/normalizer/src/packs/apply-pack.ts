import { applyMapping, type Draft, Source } from '../normalize/draft.ts'
import { severityOfSyslog } from '../normalize/severity.ts'
import { listing, type Sentence, template } from '../normalize/summary.ts'
import type { Ends, Kind, Line, Pack, Told } from './pack.ts'
import type { Reading } from './read-log.ts'
import { beforeBracket } from './recognise.ts'

/** What a pack made of an event, for the people who look after packs. */
export interface Applied {
  /** The kind by its key in the pack; undefined if the tables do not know it. */
  readonly kind?: string
  /** False if the source is known and this kind of event is not. */
  readonly understood: boolean
  /** The pack that was asked first and knew the message; undefined if it is the pack of the reading. */
  readonly pack?: Pack
}

interface Compiled {
  readonly kind: Kind
  readonly name: string
  readonly says: Sentence | undefined
  /** Words in lower case -> outcome, when a field tells it. */
  readonly ends: ReadonlyMap<string, FixedEnd> | undefined
}

type FixedEnd = 'success' | 'failure' | 'refused' | 'allowed'

interface CompiledPack {
  readonly kinds: ReadonlyMap<string, Compiled>
  readonly lines: readonly (Compiled & { readonly match: RegExp })[]
  readonly other: Compiled | undefined
  readonly says: Sentence | undefined
}

/** Maps a reading by its pack. */
export type ApplyPack = (reading: Reading, source: Source, draft: Draft) => Applied

const sentence = (pack: Pack, kind: Kind): Sentence | undefined => {
  const parts = kind.says ?? pack.says
  return parts && template(...parts)
}

export function createApplyPack(packs: readonly Pack[], first: readonly Pack[]): ApplyPack {
  const compiled = new Map<Pack, CompiledPack>(packs.map(pack => [pack, compile(pack)]))

  return (reading, source, draft) => {
    const { pack, header } = reading
    if (pack.content) {
      pack.content(source, draft)
      return { understood: true }
    }
    const message = header && readHeader(header, source, draft)
    const program = header?.program === undefined ? undefined : source.text(header.program)
    const isTag = program?.charCodeAt(0) === 37
    if (message !== undefined && program !== undefined && !isTag) {
      for (const other of first) {
        if (!other.message?.(message, draft, source)) continue
        return { ...nameProgram(draft, program, known(draft, other)), pack: other }
      }
    }
    if (pack.message) {
      pack.message(message ?? source.text('message') ?? '', draft, source)
      return nameProgram(draft, isTag ? undefined : program, known(draft, pack))
    }
    const tables = compiled.get(pack) ?? compile(pack)
    const text = message ?? (reading.content === 'text' ? source.text('message') : undefined)
    const found = kindOf(pack, tables, source) ?? lineOf(tables, text, source) ?? tables.other
    return nameProgram(draft, isTag ? undefined : program, applyTables(pack, found, tables.says, text, source, draft))
  }
}

function compile(pack: Pack): CompiledPack {
  const one = (name: string, kind: Kind): Compiled => ({
    kind,
    name,
    says: sentence(pack, kind),
    ends: wordsOf(kind.ends),
  })
  return {
    kinds: new Map(Object.entries(pack.kinds ?? {}).map(([name, kind]) => [name, one(name, kind)])),
    lines: (pack.lines ?? []).map((line: Line) => ({ ...one(line.title, line), match: line.match })),
    other: pack.other && one('other', pack.other),
    says: pack.says && template(...pack.says),
  }
}

/** Host, program, process and severity of a syslog header. @returns the message. */
function readHeader(names: Readonly<Record<string, string>>, source: Source, draft: Draft): string | undefined {
  const at = (name: string): string | undefined => {
    const field = names[name]
    return field === undefined ? undefined : source.text(field)
  }
  const program = at('program')
  draft.set('metadata.event_code', at('msgid')).set('process.pid', at('pid')).set('metadata.log_provider', program)
  draft.set('device.hostname', at('host'))
  const severity = names.severity_code === undefined ? undefined : source.take(names.severity_code)
  if (typeof severity === 'number') draft.atLeast(severityOfSyslog(severity))
  for (const name of ['severity', 'facility_code']) if (names[name] !== undefined) source.use(names[name])
  const message = Object.hasOwn(source.fields, 'message') ? repeated(source.text('message') ?? '') : undefined
  draft.summary = message?.trimStart() || undefined
  return message
}

/** rsyslog folds repeated messages: `message repeated 3 times: [ Failed password for …]`. */
function repeated(message: string): string {
  const match = /^message repeated \d{1,9} times: \[ ?/.exec(message)
  return match ? message.slice(match[0].length).replace(/\]\s*$/, '') : message
}

/** The program of the header, unless the message told which process it is about. */
function nameProgram(draft: Draft, program: string | undefined, applied: Applied): Applied {
  if (program !== undefined) draft.set('process.name', program.endsWith(')') ? beforeBracket(program) : program)
  return applied
}

function known(draft: Draft, pack: Pack): Applied {
  if (pack.marks.syntax) return { understood: true }
  return { understood: true, ...(draft.classUid !== 0 && { kind: draft.className }) }
}

function kindOf(pack: Pack, tables: CompiledPack, source: Source): Compiled | undefined {
  const by = pack.kind
  if (by === undefined) return undefined
  if (typeof by === 'function') return tables.kinds.get(by(source) ?? '')
  if (typeof by === 'string') return tables.kinds.get(source.text(by) ?? '')
  const values = by.map(name => source.text(name) ?? '')
  for (let count = values.length; count > 0; count--) {
    const found = tables.kinds.get(values.slice(0, count).join(':'))
    if (found) return found
  }
  return undefined
}

interface Found extends Compiled {
  readonly groups?: Readonly<Record<string, string | undefined>>
}

function lineOf({ lines }: CompiledPack, text: string | undefined, source: Source): Found | undefined {
  if (text === undefined) return undefined
  for (const line of lines) {
    const match = line.match.exec(text)
    if (match) {
      source.use('message')
      return { ...line, ...(match.groups && { groups: match.groups }) }
    }
  }
  return undefined
}

function applyTables(
  pack: Pack,
  found: Found | undefined,
  says: Sentence | undefined,
  text: string | undefined,
  source: Source,
  draft: Draft,
): Applied {
  // Groups of a match are read like fields, and hide fields of the same name.
  const groups = found?.groups
  const view = groups ? new Source({ ...source.fields, ...defined(groups) }, source.used) : source
  const severity = draft.severityId
  if (found) {
    const { kind } = found
    draft.is(kind.class, typeof kind.activity === 'number' ? kind.activity : told(kind.activity, view))
    for (const path in kind.facts) draft.set(path, kind.facts[path])
    if (kind.map) applyMapping(view, draft, kind.map)
  }
  if (pack.map) applyMapping(view, draft, pack.map)
  if (found) {
    const { kind } = found
    end(found, view, draft)
    if (kind.severity !== undefined) {
      draft.severityId = typeof kind.severity === 'number' ? kind.severity : told(kind.severity, view)
    } else draft.severityId = severity
    kind.also?.(view, draft)
    if (draft.outcome === 'failure') draft.atLeast(2)
  }
  const host = pack.host && view.first(...pack.host)
  if (host !== undefined) setHost(draft, host)
  if (pack.time) for (const name of pack.time) source.use(...name.split(' '))
  const said = (found ? found.says : says)?.(view.fields)
  if (said) draft.summary = said.trimEnd()
  else if (text === undefined) draft.summary = listing(source.fields, NOTHING, 3500)
  else draft.summary ??= text
  return { ...(found && { kind: found.name }), understood: found !== undefined }
}

const NOTHING: ReadonlySet<string> = new Set()

/** The pack knows better than the header which machine the log is about. */
function setHost(draft: Draft, host: string): void {
  const device = draft.objects.device as { hostname?: string; ip?: string } | undefined
  if (device) {
    delete device.hostname
    delete device.ip
  }
  draft.set('device.ip', host)
}

function defined(groups: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const out: Record<string, string> = {}
  for (const name in groups) {
    const value = groups[name]
    if (value !== undefined) out[name] = value
  }
  return out
}

const firstOf = (source: Source, by: string | readonly string[]): string | undefined =>
  typeof by === 'string' ? source.text(by) : source.first(...by)

function told({ by, words, else: otherwise }: Told, source: Source): number {
  const word = firstOf(source, by)
  if (word === undefined) return otherwise
  for (const name of [word, word.toLowerCase()]) if (Object.hasOwn(words, name)) return words[name] as number
  return otherwise
}

function wordsOf(ends: Ends | undefined): Compiled['ends'] {
  if (ends === undefined || typeof ends === 'string') return undefined
  const out = new Map<string, FixedEnd>()
  for (const outcome of OUTCOMES) for (const word of ends[outcome] ?? []) out.set(word.toLowerCase(), outcome)
  return out
}

function end({ kind, ends }: Compiled, source: Source, draft: Draft): void {
  if (kind.ends === undefined) return
  if (typeof kind.ends === 'string') {
    finish(kind.ends, draft)
    return
  }
  const word = firstOf(source, kind.ends.by)
  const outcome = word === undefined ? undefined : ends?.get(word.toLowerCase())
  if (outcome) finish(outcome, draft)
}

/** Of a word in two lists, the last of these counts. */
const OUTCOMES = ['success', 'allowed', 'failure', 'refused'] as const

function finish(outcome: FixedEnd, draft: Draft): void {
  if (outcome === 'refused') draft.refuse()
  else if (outcome === 'allowed') draft.allow()
  else draft.end(outcome)
}

import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml'
import { RuleFault } from './rule-fault.ts'

/**
 * A YAML value that knows its line (1-based). Scalars keep their source text, so that `007` and large numbers stay as
 * written.
 */
export type Located =
  | { readonly kind: 'map'; readonly line: number; readonly entries: readonly Entry[] }
  | { readonly kind: 'list'; readonly line: number; readonly items: readonly Located[] }
  | { readonly kind: 'scalar'; readonly line: number; readonly value: Scalar; readonly text: string }

export interface Entry {
  readonly key: string
  readonly line: number
  readonly value: Located
}

export type Scalar = string | number | boolean | null
export type LocatedMap = Extract<Located, { kind: 'map' }>
export type LocatedScalar = Extract<Located, { kind: 'scalar' }>

/**
 * Largest rule file in UTF-8 bytes, because lists of known hashes are long. The API's schema allows less for uploads.
 */
export const MAX_RULE_BYTES = 1024 * 1024
const MAX_NODES = 50_000
const MAX_DEPTH = 32

/** One document of a rule file. */
export interface LocatedDocument {
  readonly root: Located
  /** The text of this document only. */
  readonly source: string
}

/**
 * Reads a rule file: one or more YAML 1.2 documents (core schema, no custom tags). Size, nodes (aliases expanded) and
 * depth are bounded.
 * @throws RuleFault `yaml_invalid` or `rule_too_large`.
 */
export function readYaml(text: string): readonly LocatedDocument[] {
  if (Buffer.byteLength(text) > MAX_RULE_BYTES) {
    throw new RuleFault('rule_too_large', `a rule file may have at most ${MAX_RULE_BYTES} bytes`)
  }
  const lines = new LineCounter()
  const lineAt = (offset: number | undefined): number =>
    offset === undefined ? 1 : Math.max(1, lines.linePos(offset).line)
  const documents = parse(text, lines)
  const budget = { nodes: MAX_NODES }
  const located: LocatedDocument[] = []
  for (const document of documents) {
    const error = document.errors[0]
    if (error) throw new RuleFault('yaml_invalid', `not valid YAML (${error.code.toLowerCase()})`, lineAt(error.pos[0]))
    if (document.contents === null) continue
    const [start, , end] = document.range ?? [0, text.length, text.length]
    located.push({ root: locate(document.contents, document, lineAt, budget, 0), source: text.slice(start, end) })
  }
  if (located.length === 0) throw new RuleFault('yaml_invalid', 'the file contains no YAML document', 1)
  return located
}

function parse(text: string, lines: LineCounter): readonly Document.Parsed[] {
  try {
    const documents = parseAllDocuments(text, {
      lineCounter: lines,
      prettyErrors: false,
      schema: 'core',
      stringKeys: true,
    })
    return Array.isArray(documents) ? (documents as Document.Parsed[]) : []
  } catch {
    // Nesting that exhausts the parser's stack also ends here.
    throw new RuleFault('yaml_invalid', 'not readable as YAML', 1)
  }
}

function locate(
  node: Node,
  document: Document.Parsed,
  lineAt: (offset: number | undefined) => number,
  budget: { nodes: number },
  depth: number,
): Located {
  const line = lineAt(node.range?.[0])
  if (--budget.nodes < 0)
    throw new RuleFault('rule_too_large', `a rule file may have at most ${MAX_NODES} values`, line)
  if (depth > MAX_DEPTH)
    throw new RuleFault('rule_too_large', `values may be nested at most ${MAX_DEPTH} levels deep`, line)
  const into = (child: unknown): Located =>
    child === null
      ? { kind: 'scalar', line, value: null, text: '' }
      : locate(child as Node, document, lineAt, budget, depth + 1)
  if (isAlias(node)) {
    const target = node.resolve(document)
    if (!target) throw new RuleFault('yaml_invalid', 'an alias names no anchor', line)
    return into(target)
  }
  if (isMap(node)) {
    return { kind: 'map', line, entries: node.items.map(pair => entryOf(pair.key, pair.value, line, lineAt, into)) }
  }
  if (isSeq(node)) return { kind: 'list', line, items: node.items.map(into) }
  if (isScalar(node)) {
    const value = scalarOf(node.value, line)
    const text = typeof value === 'number' ? (node.source ?? String(value)) : value === null ? '' : String(value)
    return { kind: 'scalar', line, value, text }
  }
  throw new RuleFault('yaml_invalid', 'a value of an unknown kind', line)
}

function entryOf(
  key: unknown,
  value: unknown,
  mapLine: number,
  lineAt: (offset: number | undefined) => number,
  into: (child: unknown) => Located,
): Entry {
  if (!isScalar(key)) throw new RuleFault('yaml_invalid', 'a key must be a text', mapLine)
  const line = lineAt(key.range?.[0])
  const name = key.value === null ? '' : String(key.value)
  const located = value === null ? { kind: 'scalar' as const, line, value: null, text: '' } : into(value)
  return { key: name, line, value: located }
}

function scalarOf(value: unknown, line: number): Scalar {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (typeof value === 'bigint') return String(value)
  throw new RuleFault('yaml_invalid', 'a value of an unknown kind', line)
}

/** The member `key` of a map. */
export const member = (map: LocatedMap, key: string): Located | undefined =>
  map.entries.find(entry => entry.key === key)?.value

/** A member that must be a text if it is present. Numbers and booleans are read as text. @throws RuleFault */
export function optionalText(map: LocatedMap, key: string, max: number): string | undefined {
  const value = member(map, key)
  if (!value || (value.kind === 'scalar' && value.value === null)) return undefined
  if (value.kind !== 'scalar') throw new RuleFault('rule_malformed', `'${key}' must be a text`, value.line)
  return value.text.length > max ? value.text.slice(0, max) : value.text
}

/** A member that is a list of texts, or one text. @throws RuleFault */
export function textList(map: LocatedMap, key: string): readonly LocatedScalar[] {
  const value = member(map, key)
  if (!value) return []
  const items = value.kind === 'list' ? value.items : [value]
  return items.map(item => {
    if (item.kind !== 'scalar') throw new RuleFault('rule_malformed', `'${key}' must be a list of texts`, item.line)
    return item
  })
}

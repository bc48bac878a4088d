import { createHeads } from './heads.ts'
import type { Fields, Pack, Seen } from './pack.ts'

/** A pack, and how sure it is that the log is its own: 0 to 1. */
export interface Recognised {
  readonly pack: Pack
  readonly confidence: number
}

/** Finds the pack of a log by what its envelope says. The cost does not depend on the number of packs. */
export interface Recognise {
  byTag(program: string, seen: Seen): Recognised | undefined
  byHead(text: string, seen: Seen): Recognised | undefined
  byKeys(seen: Seen): Recognised | undefined
  /** Whether the log has the keys of this pack, whatever other packs it may belong to. */
  hasKeysOf(pack: Pack, seen: Seen): boolean
  byCef(vendor: unknown, product: unknown, seen: Seen): Recognised | undefined
  byChannel(channel: unknown, provider: unknown): Recognised | undefined
  /** The pack of a syntax: what is left when no source is recognised. */
  bySyntax(name: string): Pack
  /** The pack of a source that is registered with this vendor and product. */
  byName(vendor: string | null, product: string | null): Pack | undefined
  /** Packs that are asked before a program's own. */
  readonly first: readonly Pack[]
}

interface Signature {
  readonly pack: Pack
  readonly keys: readonly {
    readonly name: string
    readonly path: readonly string[]
    readonly value: string | undefined
  }[]
}

const fold = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')
const MAX_KEYS = 128

const namesOf = (pack: Pack): readonly string[] => [pack.product, ...(pack.names ?? [])]

/** False if a source is registered as something else than this pack. What it leaves open agrees. */
export function agrees(
  pack: Pack,
  source: { readonly vendor: string | null; readonly product: string | null },
): boolean {
  const { vendor, product } = source
  if (vendor && fold(vendor) !== fold(pack.vendor)) return false
  return !product || namesOf(pack).some(name => fold(name) === fold(product))
}

/** @throws Error if two packs have the same mark, so that one would hide the other. */
export function createRecognise(packs: readonly Pack[]): Recognise {
  const tags = index(packs, 'tag', pack => pack.marks.tags ?? [])
  const cef = index(packs, 'CEF product', pack => (pack.marks.cef ?? []).map(foldPair))
  const channels = index(packs, 'channel', pack => (pack.marks.channels ?? []).map(name => name.toLowerCase()))
  const syntax = index(packs, 'syntax', pack => pack.marks.syntax ?? [])
  const heads = createHeads(packs.flatMap(pack => (pack.marks.heads ?? []).map(head => [head, pack] as const)))
  const names = new Map<string, Pack>()
  for (const pack of packs) {
    for (const name of namesOf(pack)) {
      names.set(`${fold(pack.vendor)}|${fold(name)}`, pack)
      // The product alone also tells, unless two vendors use the word.
      const alone = `|${fold(name)}`
      if (!names.has(alone)) names.set(alone, pack)
    }
  }
  const signatures = new Map<string, Signature[]>()
  const own = new Map<Pack, Signature[]>()
  for (const pack of packs) {
    for (const keys of pack.marks.keys ?? []) {
      const parts = keys.map(key => {
        const equals = key.indexOf('=')
        const name = equals < 0 ? key : key.slice(0, equals)
        return { name, path: name.split('.'), value: equals < 0 ? undefined : key.slice(equals + 1) }
      })
      own.set(pack, [...(own.get(pack) ?? []), { pack, keys: parts }])
      // `id.orig_h` may also be one key that holds a dot.
      for (const key of new Set([parts[0]!.name, parts[0]!.path[0]!])) {
        const list = signatures.get(key) ?? []
        list.push({ pack, keys: parts })
        list.sort((a, b) => b.keys.length - a.keys.length)
        signatures.set(key, list)
      }
    }
  }
  const sure = (pack: Pack | undefined, seen: Seen, confidence: number): Recognised | undefined =>
    pack && (pack.confirms?.(seen) ?? true) ? { pack, confidence } : undefined

  return {
    byTag(program, seen) {
      const name = program.toLowerCase()
      if (name.charCodeAt(0) === 37) {
        const end = name.indexOf('-')
        return sure(tags.get(end < 0 ? name : name.slice(0, end)) ?? tags.get('%'), seen, 0.95)
      }
      const bare = beforeBracket(name)
      return sure(
        tags.get(bare) ?? tags.get(bare.slice(bare.lastIndexOf('/') + 1)) ?? tags.get(suite(bare)),
        seen,
        0.95,
      )
    },
    byHead(text, seen) {
      for (const pack of heads.find(text)) {
        const found = sure(pack, seen, 0.9)
        if (found) return found
      }
      return undefined
    },
    byKeys(seen) {
      let best: Signature | undefined
      let count = 0
      for (const key in seen.fields) {
        if (++count > MAX_KEYS) break
        const list = signatures.get(key)
        if (!list) continue
        for (const signature of list) {
          if (best && signature.keys.length <= best.keys.length) break
          if (signature.keys.every(k => holds(seen.fields, k)) && (signature.pack.confirms?.(seen) ?? true)) {
            best = signature
            break
          }
        }
      }
      return best && { pack: best.pack, confidence: best.keys.length > 1 ? 0.95 : 0.85 }
    },
    hasKeysOf: (pack, seen) => own.get(pack)?.some(({ keys }) => keys.every(k => holds(seen.fields, k))) ?? false,
    byCef(vendor, product, seen) {
      if (typeof vendor !== 'string') return undefined
      const of = typeof product === 'string' ? product : ''
      return sure(cef.get(`${fold(vendor)}|${fold(of)}`) ?? cef.get(`${fold(vendor)}|`), seen, 0.99)
    },
    byChannel(channel, provider) {
      for (const name of [channel, provider]) {
        const pack = typeof name === 'string' ? channels.get(name.toLowerCase()) : undefined
        if (pack) return { pack, confidence: 0.98 }
      }
      return undefined
    },
    bySyntax(name) {
      const pack = syntax.get(name)
      if (!pack) throw new Error(`no pack of the syntax ${name}`)
      return pack
    },
    byName(vendor, product) {
      if (product === null || product === '') return undefined
      const found = vendor === null ? undefined : names.get(`${fold(vendor)}|${fold(product)}`)
      return found ?? names.get(`|${fold(product)}`)
    },
    first: packs.filter(pack => pack.first),
  }
}

/** `su(pam_unix)` is `su`. */
export function beforeBracket(program: string): string {
  const open = program.indexOf('(')
  return open < 0 ? program : program.slice(0, open)
}

/** `postfix/smtpd` belongs to `postfix`, `dovecot: imap` to `dovecot`. */
const suite = (name: string): string => {
  const slash = name.indexOf('/')
  return slash > 0 ? name.slice(0, slash) : name
}

const foldPair = (pair: string): string => pair.split('|', 2).map(fold).join('|')

function index(packs: readonly Pack[], what: string, marks: (pack: Pack) => readonly string[]): Map<string, Pack> {
  const out = new Map<string, Pack>()
  for (const pack of packs) {
    for (const mark of marks(pack)) {
      const there = out.get(mark)
      if (there) throw new Error(`the ${what} ${mark} belongs to ${there.id} and to ${pack.id}`)
      out.set(mark, pack)
    }
  }
  return out
}

function holds(fields: Readonly<Fields>, { name, path, value }: Signature['keys'][number]): boolean {
  let at: unknown = fields
  if (Object.hasOwn(fields, name)) at = fields[name]
  else {
    for (const part of path) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return false
      at = (at as Fields)[part]
    }
  }
  return at !== undefined && at !== null && (value === undefined || String(at) === value)
}

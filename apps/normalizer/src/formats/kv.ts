import { timestampOf } from '../normalize/timestamps.ts'
import type { Parsed } from './parsed.ts'

const PAIR = /([A-Za-z_][\w.@/-]{0,127})=(?:"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|([^\s,;"']*))/y
const MAX_PAIRS = 512

/**
 * `key=value` pairs separated by blanks, commas or semicolons; values may be quoted. The first value of a name wins.
 * Linear.
 */
export function readPairs(text: string): Record<string, string> {
  const out: Record<string, string> = {}
  let at = 0
  for (let count = 0; count < MAX_PAIRS && at < text.length; ) {
    PAIR.lastIndex = at
    const pair = PAIR.exec(text)
    if (!pair) {
      at = nextWord(text, at)
      continue
    }
    const key = pair[1]!
    const value = pair[2]?.replace(/\\(["\\])/g, '$1') ?? pair[3] ?? pair[4] ?? ''
    if (key !== '__proto__' && !Object.hasOwn(out, key)) out[key] = value
    at = Math.max(PAIR.lastIndex, at + 1)
    count++
  }
  return out
}

/** The start of the next word, after the next separator. */
function nextWord(text: string, from: number): number {
  let at = from
  while (at < text.length && !isSeparator(text.charCodeAt(at))) at++
  while (at < text.length && isSeparator(text.charCodeAt(at))) at++
  return at === from ? at + 1 : at
}

const isSeparator = (c: number): boolean =>
  c === 32 || (c >= 9 && c <= 13) || c === 44 || c === 59 || c === 40 || c === 123 || c === 91

const TIMES = ['time', 'ts', 'timestamp', '@timestamp', 'datetime', 'eventtime', 'devtime', 'rt']

/** logfmt and similar: at least two pairs that make up most of the text. */
export function parseKv(text: string): Parsed | undefined {
  const body = text.replace(/^<\d{1,3}>/, '')
  const pairs = readPairs(body)
  const entries = Object.entries(pairs)
  if (entries.length < 2) return undefined
  const covered = entries.reduce((sum, [key, value]) => sum + key.length + value.length + 2, 0)
  if (covered * 2 < body.length) return undefined
  let at = timestampOf(pairs[TIMES.find(name => name in pairs) ?? ''])
  if (pairs.date && pairs.time) at = timestampOf(`${pairs.date} ${pairs.time}${zoneOf(pairs.tz)}`) ?? at
  const confidence = Math.min(0.9, 0.4 + entries.length * 0.05)
  return { format: 'kv', parser: 'kv', status: 'parsed', confidence, content: 'kv', fields: pairs, at }
}

const zoneOf = (tz: string | undefined): string => (tz && /^[+-]\d{4}$/.test(tz) ? tz : '')

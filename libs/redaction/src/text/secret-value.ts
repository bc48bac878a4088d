/** Longer values are cut here and the rest stays: no password in a log is that long. */
const MAX_VALUE = 4_096
const NOT_SECRET = new Set([
  '',
  '-',
  'null',
  'nil',
  'none',
  'true',
  'false',
  'undefined',
  'yes',
  'no',
  'n/a',
  '(null)',
  'redacted',
  '[redacted]',
  'removed',
  'hidden',
  'masked',
])

export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The value that stands at `at`: quoted (`"`, `'`, a backtick, or escaped as in JSON within JSON) up to its closing
 * quote, bare up to white space, a quote, `&`, or a `,` or `;` after which the next `key=` begins. Undefined if there
 * is nothing worth hiding.
 */
export function secretValueAt(text: string, at: number): Span | undefined {
  let i = at
  while (i < at + 8 && (text[i] === ' ' || text[i] === '\t')) i++
  const escaped = text[i] === '\\' && isQuote(text[i + 1])
  if (escaped) i++
  const span = isQuote(text[i]) ? quoted(text, i, escaped) : bare(text, i)
  return worthHiding(text.slice(span.start, span.end)) ? span : undefined
}

/** From `at` to the end of the line, or to the quote that closes one opened just before `at` or before the name at `nameAt`. */
export function lineValueAt(text: string, at: number, nameAt = at): Span | undefined {
  const open = [text[at - 1], text[nameAt - 1]].find(isQuote)
  let end = at
  while (end < text.length && end - at < 2 * MAX_VALUE) {
    const c = text[end]
    if (c === '\n' || c === '\r' || (open !== undefined && c === open)) break
    end++
  }
  return worthHiding(text.slice(at, end)) ? { start: at, end } : undefined
}

/** Whether a value may be a secret: not an empty or masked text, a placeholder, or one of our markers. */
export function worthHiding(value: string): boolean {
  if (value.length === 0 || value.length > 12) return !value.startsWith('[secret:') && value.length > 0
  if (value.startsWith('[secret:') || NOT_SECRET.has(value.toLowerCase())) return false
  return !/^(?:[*x•]{3,12}|%\w{1,11}%?|\$\{?\w{1,10}\}?|<[^>]{0,10}>)$/i.test(value)
}

const isQuote = (c: string | undefined): boolean => c === '"' || c === "'" || c === '`'

function quoted(text: string, open: number, escaped: boolean): Span {
  const quote = text[open]
  const start = open + 1
  let end = start
  for (; end < text.length && end - start < MAX_VALUE; end++) {
    const c = text[end]
    if (c === '\n' || c === '\r') break
    if (c !== quote) continue
    const slash = text[end - 1] === '\\'
    if (escaped ? slash : !slash || text[end - 2] === '\\') return { start, end: escaped ? end - 1 : end }
  }
  return { start, end }
}

function bare(text: string, start: number): Span {
  let end = start
  for (; end < text.length && end - start < MAX_VALUE; end++) {
    const c = text[end] as string
    if (c <= ' ' || c === '"' || c === "'" || c === '`' || c === '<' || c === '>' || c === '&') break
    if ((c === ',' || c === ';') && endsField(text, end + 1)) break
    if ((c === ')' || c === ']' || c === '}') && end > start && !isWord(text[end + 1])) break
  }
  return { start, end }
}

/** After a separator: the end, white space, or a short name and `=` or `:`. */
function endsField(text: string, at: number): boolean {
  let i = at
  while (i < at + 32 && isWord(text[i])) i++
  const c = text[i]
  return c === undefined || (i === at ? c <= ' ' || isQuote(c) : c === '=' || c === ':')
}

const isWord = (c: string | undefined): boolean => c !== undefined && /[\w.-]/.test(c)

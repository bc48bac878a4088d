import { addAsciiTokens, eachAsciiWord } from './ascii-tokens.ts'

/** Longer tokens are cut to this many characters (UTF-16 code units) at index and at query time alike. */
export const MAX_TOKEN_LENGTH = 128

const WORD = '\\p{L}\\p{M}\\p{N}\\p{Extended_Pictographic}'
/** A pseudonym is one phrase, also inside a compound: `mail_user:1~k3….log`. */
const PSEUDONYM = '[a-z]{1,32}:\\d{1,12}~[a-z2-7]{16,128}'
const UNICODE = {
  separators: /[\s\p{C}\p{Z}]+/u,
  /** `user=ann@corp.example;` holds `ann@corp.example`; `10.0.0.1:22` holds `10.0.0.1`; `src=ip:1~k3…` holds the pseudonym. */
  phrases: new RegExp(`${PSEUDONYM}|(?:(?!${PSEUDONYM})[${WORD}._@-])+`, 'gu'),
  parts: new RegExp(`[${WORD}]+`, 'gu'),
  edges: new RegExp(`^[^${WORD}]+|[^${WORD}]+$`, 'gu'),
  /** A word that is a single part: it has no phrases and no parts except itself. */
  plain: new RegExp(`^[${WORD}]+$`, 'u'),
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are part of ASCII
const IS_ASCII = /^[\x00-\x7f]*$/

/** Unicode NFKC and full case folding, so that `ß` meets `SS`, and full-width digits meet ASCII ones. */
export function foldText(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase()
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
}

const cut = (token: string): string => {
  if (token.length <= MAX_TOKEN_LENGTH) return token
  const last = token.charCodeAt(MAX_TOKEN_LENGTH - 1)
  return token.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_TOKEN_LENGTH - 1 : MAX_TOKEN_LENGTH)
}

/**
 * The words of a text for indexing: each run between white space without its edge punctuation (`c:\\tmp\\a.exe`), the names and
 * addresses in it (`a.exe`), and their parts (`tmp`, `exe`). Distinct, in order of first appearance. Both engines index exactly
 * these (docs/architecture.md#ports).
 */
export function indexTokens(text: string): string[] {
  const tokens = new Set<string>()
  const add = (token: string): void => void tokens.add(cut(token))
  const folded = foldText(text)
  if (IS_ASCII.test(folded)) eachAsciiWord(folded, (start, end) => addAsciiTokens(folded, start, end, add))
  else for (const word of unicodeWords(folded)) addUnicodeTokens(word, add)
  return [...tokens]
}

/** The words of a query: every one must occur among a text's {@link indexTokens}. */
export function queryTokens(query: string): string[] {
  const folded = foldText(query)
  if (!IS_ASCII.test(folded)) return [...new Set(unicodeWords(folded).map(cut))]
  const words = new Set<string>()
  eachAsciiWord(folded, (start, end) => words.add(cut(folded.slice(start, end))))
  return [...words]
}

function unicodeWords(folded: string): string[] {
  return folded
    .split(UNICODE.separators)
    .map(run => run.replace(UNICODE.edges, ''))
    .filter(word => word.length > 0)
}

function addUnicodeTokens(word: string, add: (token: string) => void): void {
  add(word)
  if (UNICODE.plain.test(word)) return
  for (const phrase of word.match(UNICODE.phrases) ?? []) {
    const trimmed = phrase.replace(UNICODE.edges, '')
    if (trimmed) add(trimmed)
  }
  for (const part of word.match(UNICODE.parts) ?? []) add(part)
}

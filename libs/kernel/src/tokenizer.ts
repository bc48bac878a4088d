/** Longer tokens are cut to this many characters (UTF-16 code units) at index and at query time alike. */
export const MAX_TOKEN_LENGTH = 128

interface Alphabet {
  readonly separators: RegExp
  /** `user=ann@corp.example;` holds `ann@corp.example`; `10.0.0.1:22` holds `10.0.0.1`; `src=ip:1~k3…` holds the pseudonym. */
  readonly phrases: RegExp
  readonly parts: RegExp
  readonly edges: RegExp
  /** A word that is one part: no phrase or part but itself. */
  readonly plain: RegExp
}

const alphabet = (word: string, separator: string, flags: string): Alphabet => ({
  separators: new RegExp(`[${separator}]+`, flags),
  phrases: new RegExp(`[a-z_]{1,32}:\\d{1,12}~[a-z2-7]{16,128}|[${word}._@-]+`, `g${flags}`),
  parts: new RegExp(`[${word}]+`, `g${flags}`),
  edges: new RegExp(`^[^${word}]+|[^${word}]+$`, `g${flags}`),
  plain: new RegExp(`^[${word}]+$`, flags),
})
const UNICODE = alphabet('\\p{L}\\p{M}\\p{N}\\p{Extended_Pictographic}', '\\s\\p{C}\\p{Z}', 'u')
/** The same on text that is ASCII alone, as most logs are, at a fraction of the cost. */
const ASCII = alphabet('a-z0-9', '\\x00-\\x20\\x7f', '')
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
 * these (design section 3).
 */
export function indexTokens(text: string): string[] {
  const tokens = new Set<string>()
  const { words, of } = split(text)
  for (const word of words) {
    tokens.add(cut(word))
    if (of.plain.test(word)) continue
    for (const phrase of word.match(of.phrases) ?? []) {
      const trimmed = phrase.replace(of.edges, '')
      if (trimmed) tokens.add(cut(trimmed))
    }
    for (const part of word.match(of.parts) ?? []) tokens.add(cut(part))
  }
  return [...tokens]
}

/** The words of a query: every one must occur among a text's {@link indexTokens}. */
export function queryTokens(query: string): string[] {
  return [...new Set(split(query).words.map(cut))]
}

function split(text: string): { readonly words: string[]; readonly of: Alphabet } {
  const folded = foldText(text)
  const of = IS_ASCII.test(folded) ? ASCII : UNICODE
  const words: string[] = []
  for (const run of folded.split(of.separators)) {
    const word = of.plain.test(run) ? run : run.replace(of.edges, '')
    if (word.length > 0) words.push(word)
  }
  return { words, of }
}

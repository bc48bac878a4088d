/** Longer tokens are cut to this many characters (UTF-16 code units) at index and at query time alike. */
export const MAX_TOKEN_LENGTH = 128

const SEPARATORS = /[\s\p{C}\p{Z}]+/u
const WORD = '\\p{L}\\p{M}\\p{N}\\p{Extended_Pictographic}'
/** `user=ann@corp.example;` holds `ann@corp.example`; `10.0.0.1:22` holds `10.0.0.1`; `src=ip:1~k3…` holds the pseudonym. */
const PHRASES = new RegExp(`[a-z_]{1,32}:\\d{1,12}~[a-z2-7]{16,128}|[${WORD}._@-]+`, 'gu')
const PARTS = new RegExp(`[${WORD}]+`, 'gu')
const EDGES = new RegExp(`^[^${WORD}]+|[^${WORD}]+$`, 'gu')

/** Unicode NFKC and full case folding, so that `ß` meets `SS`, and full-width digits meet ASCII ones. */
export function foldText(text: string): string {
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
  for (const word of words(text)) {
    tokens.add(cut(word))
    for (const phrase of word.match(PHRASES) ?? []) {
      const trimmed = phrase.replace(EDGES, '')
      if (trimmed) tokens.add(cut(trimmed))
    }
    for (const part of word.match(PARTS) ?? []) tokens.add(cut(part))
  }
  return [...tokens]
}

/** The words of a query: every one must occur among a text's {@link indexTokens}. */
export function queryTokens(query: string): string[] {
  return [...new Set(words(query).map(cut))]
}

function words(text: string): string[] {
  return foldText(text)
    .split(SEPARATORS)
    .map(word => word.replace(EDGES, ''))
    .filter(word => word.length > 0)
}

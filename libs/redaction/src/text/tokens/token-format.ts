import type { SecretType } from '../../findings/finding.ts'

/** The form of one kind of token that a service issues. Its expression is `head` + one of `literals` + `tail`. */
export interface TokenFormat {
  readonly id: string
  /** Who issues it. */
  readonly service: string
  readonly type: SecretType
  /** What every such token holds, in just this case: what the pre-scan looks for. At least two characters each. */
  readonly literals: readonly string[]
  /** What stands before the literal: characters of one class, from `min` to `max` of them. */
  readonly head?: { readonly chars: string; readonly min: number; readonly max: number }
  /** What stands behind the literal: an expression that takes linear time and that RE2 reads too. */
  readonly tail: string
  /** Fewest bits per character (Shannon) of head and tail, where the literal alone is weak. */
  readonly entropy?: number
  /** Whether the token's own checksum is right. One that is right needs no entropy and no edge of a word around it. */
  readonly verify?: (token: string) => boolean
  /** The literal is an address in front of the secret, and stays. */
  readonly addressStays?: true
  /** The page on which the service describes the token. */
  readonly docs: string
}

type More = Partial<Pick<TokenFormat, 'type' | 'head' | 'entropy' | 'verify' | 'addressStays'>>

export const format = (
  id: string,
  service: string,
  literals: string | readonly string[],
  tail: string,
  docs: string,
  more: More = {},
): TokenFormat => ({
  id,
  service,
  type: 'token',
  literals: typeof literals === 'string' ? [literals] : literals,
  tail,
  docs,
  ...more,
})

export const ALNUM = '[A-Za-z0-9]'
export const HEX = '[0-9a-f]'
/** Base64 with the alphabet of URLs. */
export const URL64 = '[\\w-]'
export const BASE64 = '[A-Za-z0-9+/]'
export const UUID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`

const quoted = (literal: string): string => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** What stands before the literal, as an expression. */
export const headOf = ({ head }: TokenFormat): string => (head ? `${head.chars}{${head.min},${head.max}}` : '')

/** The whole token, as an expression. */
export const expressionOf = (token: TokenFormat): string =>
  `${headOf(token)}(?:${token.literals.map(quoted).join('|')})${token.tail}`

/** Bits per character by the frequencies of a text's own characters (Shannon, 1948). @param text ASCII, as tokens are. */
export function entropyOf(text: string): number {
  const counts = new Uint16Array(128)
  for (let i = 0; i < text.length; i++) counts[text.charCodeAt(i) & 127]!++
  let bits = 0
  for (const n of counts) if (n > 0) bits -= (n / text.length) * Math.log2(n / text.length)
  return bits
}

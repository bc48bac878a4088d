/** A piece of a log text and its kind. */
export interface TextPiece {
  readonly kind: 'text' | 'pseudonym' | 'secret'
  readonly text: string
}

const MARKERS = /(?<pseudonym>\b[a-z_]{1,32}:\d{1,9}~[a-z2-7]{16,64})|(?<secret>\[secret:[a-z0-9_]{1,64}\])/g

/** Cuts a text into plain text, pseudonyms and the marks of removed secrets. Joined again, the pieces are the text. */
export function piecesOf(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of text.matchAll(MARKERS)) {
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    pieces.push({ kind: match.groups?.pseudonym === undefined ? 'secret' : 'pseudonym', text: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces
}

const INVISIBLE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/**
 * Makes hidden characters visible: control characters as their pictures, direction marks as their code points. Line
 * breaks and tabs stay.
 */
export function showControls(text: string): string {
  return text.replace(INVISIBLE, c => {
    const code = c.codePointAt(0) as number
    if (code === 0x0a || code === 0x09) return c
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    return code === 0x7f ? '\u2421' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}

/** `user:1~abcdefgh…`, short enough to read. The tooltip has all of it. */
export function shortPseudonym(text: string): string {
  const at = text.indexOf('~')
  return text.length - at > 9 ? `${text.slice(0, at + 7)}…` : text
}

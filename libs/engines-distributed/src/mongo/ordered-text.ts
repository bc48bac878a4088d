/** Above every character that stands for itself, below the surrogates. */
const ESCAPE = 0xd7ff
const ABOVE = /[\ud7ff-\uffff\u{10000}-\u{10ffff}]/gu

/**
 * A text that sorts by code points, as the port requires, whether a server compares UTF-8 bytes (MongoDB) or UTF-16
 * units (our tests' stand-in): a character above the escape becomes the escape and two lower characters in the same
 * order. Lone surrogates, which BSON cannot carry, survive. Equal texts stay equal, different ones different.
 */
export const orderedText = (text: string): string =>
  text.replace(ABOVE, character => {
    const point = character.codePointAt(0)!
    return String.fromCharCode(ESCAPE, 0x100 + (point >> 11), 0x100 + (point & 0x7ff))
  })

/** The same for any value of an indexed field; other types stay as they are. */
export function ordered<T>(value: T): T {
  if (typeof value === 'string') return orderedText(value) as T
  return Array.isArray(value) ? (value.map(ordered) as T) : value
}

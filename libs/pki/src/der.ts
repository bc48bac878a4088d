// The part of DER (ITU-T X.690) that is needed to write a leaf certificate, and to split a request into its pieces.
// OpenSSL interprets the pieces.

const UNIVERSAL = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** An element with a tag and its content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(length)]), ...content])
}

export const sequence = (...content: readonly Uint8Array[]): Buffer => element(UNIVERSAL.sequence, ...content)
export const set = (...content: readonly Uint8Array[]): Buffer => element(UNIVERSAL.set, ...content)
export const octetString = (...content: readonly Uint8Array[]): Buffer => element(UNIVERSAL.octetString, ...content)
export const utf8String = (text: string): Buffer => element(UNIVERSAL.utf8String, Buffer.from(text))
export const truth = (): Buffer => element(UNIVERSAL.boolean, Buffer.from([0xff]))

/** @param unused bits of the last byte that do not count. */
export const bitString = (bytes: Uint8Array, unused = 0): Buffer =>
  element(UNIVERSAL.bitString, Buffer.from([unused]), bytes)

/** A number of at least 0, from its hex digits. */
export function integer(hex: string): Buffer {
  const digits = hex.replace(/^0+(?=.)/, '')
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  const signed = (bytes[0]! & 0x80) !== 0 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes
  return element(UNIVERSAL.integer, signed)
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return element(UNIVERSAL.objectIdentifier, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** Whole seconds of an instant; RFC 5280 section 4.1.2.5 wants two digits of the year until 2049. */
export function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')
  const year = Number(text.slice(0, 4))
  return year >= 1950 && year <= 2049
    ? element(UNIVERSAL.utcTime, Buffer.from(text.slice(2)))
    : element(UNIVERSAL.generalizedTime, Buffer.from(text))
}

/** The content of an element. @throws Error for one that is truncated or has no definite length. */
export function contentOf(der: Buffer): Buffer {
  const { content, end } = headerOf(der)
  return der.subarray(content, end)
}

/** The whole first element inside an element. @throws Error like {@link contentOf}. */
export function firstInside(der: Buffer): Buffer {
  const inner = contentOf(der)
  return inner.subarray(0, headerOf(inner).end)
}

/**
 * The elements that fill an element, one after another, each complete. @throws Error when they do not fill it, like
 * {@link contentOf}.
 */
export function elementsOf(der: Buffer): readonly Buffer[] {
  const elements: Buffer[] = []
  for (let rest = contentOf(der); rest.length > 0; rest = rest.subarray(elements.at(-1)!.length)) {
    elements.push(rest.subarray(0, headerOf(rest).end))
  }
  return elements
}

function headerOf(der: Buffer): { readonly content: number; readonly end: number } {
  const first = der[1]
  if (first === undefined || first === 0x80) throw new Error('not an element of definite length')
  const bytes = first < 0x80 ? 0 : first & 0x7f
  if (bytes > 4 || der.length < 2 + bytes) throw new Error('not an element of definite length')
  const content = 2 + bytes
  const end = content + (bytes === 0 ? first : der.readUIntBE(2, bytes))
  if (end > der.length) throw new Error('an element that is cut short')
  return { content, end }
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes = length < 0x100 ? 1 : length < 0x10000 ? 2 : 3
  return [0x80 | bytes, ...Array.from({ length: bytes }, (_, i) => (length >> (8 * (bytes - 1 - i))) & 0xff)]
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift(0x80 | (rest & 0x7f))
  return digits
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** RFC 4648 section 6 base32, lower case and without padding. */
export function base32(bytes: Uint8Array): string {
  let out = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      out += ALPHABET[(value >>> (bits - 5)) & 31]
      bits -= 5
    }
  }
  return bits > 0 ? out + ALPHABET[(value << (5 - bits)) & 31] : out
}

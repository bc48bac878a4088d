const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENS: readonly number[] = [0x7b, 0x5b]
const CLOSES: readonly number[] = [0x7d, 0x5d]

/**
 * Whether the JSON in these bytes has more than the given levels of objects and arrays, found without parsing it. The
 * result means nothing for bytes that are not JSON; the parser refuses them.
 */
export function nestsDeeper(bytes: Uint8Array, levels: number): boolean {
  let depth = 0
  let inText = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (inText) {
      if (byte === BACKSLASH) i++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (OPENS.includes(byte)) {
      if (++depth > levels) return true
    } else if (CLOSES.includes(byte)) depth--
  }
  return false
}

/**
 * Whether `value` nests deeper than `max` objects and arrays. It keeps its own stack, so hostile input cannot overflow
 * the call stack.
 */
export function deeperThan(value: unknown, max: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = []
    for (const v of level) {
      if (typeof v !== 'object' || v === null) continue
      if (depth >= max) return true
      for (const child of Object.values(v)) if (typeof child === 'object' && child !== null) next.push(child)
    }
    level = next
  }
  return false
}

/** The first `max` UTF-8 bytes of a text, never splitting a character. */
export function cutUtf8(text: string, max: number): string {
  if (text.length * 3 <= max) return text
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length <= max) return text
  let end = max
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

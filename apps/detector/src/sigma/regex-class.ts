/** How many characters a class takes, from its `[` at `start` to its `]`; 0 if it does not end. */
export function widthOfClass(source: string, start: number): number {
  let i = start + 1
  if (source[i] === '^') i++
  if (source[i] === ']') i++
  for (; i < source.length; i++) {
    if (source[i] === '\\') i++
    else if (source[i] === '[' && source[i + 1] === ':') {
      const end = source.indexOf(':]', i)
      if (end < 0) return 0
      i = end + 1
    } else if (source[i] === ']') return i + 1 - start
  }
  return 0
}

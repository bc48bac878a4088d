/** Why an expression may take more than linear time, or undefined. Fixed repetition (`{8}`) is no quantifier. For tests. */
export function fault(source: string): string | undefined {
  const groups: boolean[] = []
  for (let i = 0; i < source.length; i++) {
    const c = source[i]
    if (c === '\\') i++
    else if (c === '[') {
      while (source[++i] !== ']') if (source[i] === '\\') i++
    } else if (c === '(') groups.push(false)
    const closed = c === ')' ? (groups.pop() ?? false) : false
    if (source[i + 1] === '*' || source[i + 1] === '+') return `unbounded quantifier at ${i + 1}`
    const range = /^\{(\d+),(\d*)\}/.exec(source.slice(i + 1))
    const optional = source[i + 1] === '?' && c !== '(' && c !== undefined
    if (range && (range[2] === '' || Number(range[2]) > 8_192)) return `quantifier without a limit at ${i + 1}`
    const repeated = range !== null
    if (repeated && closed) return `quantifier inside a quantified group at ${i + 1}`
    if ((repeated || optional) && groups.length > 0) groups[groups.length - 1] ||= repeated
    if (closed && groups.length > 0) groups[groups.length - 1] = true
    if (range) i += range[0].length
  }
  return undefined
}

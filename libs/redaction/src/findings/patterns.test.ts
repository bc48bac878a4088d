import { describe, expect, it } from '@jest/globals'
import { patterns } from './patterns.ts'

/** Why an expression may take more than linear time, or undefined. Fixed repetition (`{8}`) is no quantifier. */
function fault(source: string): string | undefined {
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

describe('every expression that is applied to a stranger’s text', () => {
  it.each(Object.entries(patterns))('%s takes linear time by construction', (_name, pattern) => {
    expect(fault(pattern.source)).toBeUndefined()
  })

  it.each(['(a+)+', '(?:a{1,9}b){2,9}', 'a*b', 'a{3,}', '((?:x{0,2}y)z){1,4}', 'a{1,9000}'])(
    '%s would be refused',
    source => {
      expect(fault(source)).toBeDefined()
    },
  )

  it.each(['a{8}', '(?:ab){1,9}', '[+*]a?', 'x\\+y', '(?:a{2}b){2,9}', '(?:a|b{1,4})c'])('%s is accepted', source => {
    expect(fault(source)).toBeUndefined()
  })
})

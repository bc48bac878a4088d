import { allOf, anyOf, type Expression, negate } from './expression.ts'
import { RuleFault } from './rule-fault.ts'

const TOKEN = /\s*(\(|\)|[^\s()]+)/y
const MAX_LENGTH = 8_192
const MAX_NESTING = 64

/**
 * Reads a Sigma condition over named selections: `and`, `or`, `not`, parentheses, `1 of x*`, `all of x*`, `1 of them`,
 * `all of them` (names that begin with `_` are not part of `them` or of patterns). Precedence: not, and, or.
 * @throws RuleFault `condition_invalid`.
 */
export function parseCondition(text: string, selections: ReadonlyMap<string, Expression>, line: number): Expression {
  const fault = (reason: string): RuleFault => new RuleFault('condition_invalid', reason, line)
  if (text.length > MAX_LENGTH) throw fault(`a condition has at most ${MAX_LENGTH} characters`)
  const tokens = tokenize(text)
  if (tokens.includes('|')) throw fault('aggregations after a pipe are not Sigma 2: write a correlation')
  let at = 0
  let nesting = 0
  const word = (): string | undefined => tokens[at]?.toLowerCase()

  const either = (): Expression => {
    const terms = [both()]
    while (word() === 'or') {
      at++
      terms.push(both())
    }
    return anyOf(terms)
  }
  const both = (): Expression => {
    const terms = [single()]
    while (word() === 'and') {
      at++
      terms.push(single())
    }
    return allOf(terms)
  }
  const single = (): Expression => {
    if (++nesting > MAX_NESTING) throw fault(`a condition may be nested at most ${MAX_NESTING} levels deep`)
    try {
      return one()
    } finally {
      nesting--
    }
  }
  const one = (): Expression => {
    const token = tokens[at++]
    if (token === undefined) throw fault('the condition ends too early')
    const lower = token.toLowerCase()
    if (lower === 'not') return negate(single())
    if (token === '(') {
      const inner = either()
      if (tokens[at++] !== ')') throw fault('a parenthesis is not closed')
      return inner
    }
    if (word() === 'of' && (lower === '1' || lower === 'any' || lower === 'all' || /^\d+$/.test(lower)))
      return quantified(lower)
    const selection = selections.get(token)
    if (!selection) throw fault('the condition names a selection that the detection does not have')
    return selection
  }
  const quantified = (quantifier: string): Expression => {
    if (quantifier !== '1' && quantifier !== 'any' && quantifier !== 'all')
      throw fault("only '1 of' and 'all of' are quantifiers")
    at++
    const pattern = tokens[at++]
    if (pattern === undefined || pattern === '(' || pattern === ')') throw fault("'of' needs a name or a pattern")
    const chosen = [...selections].filter(([name]) => named(name, pattern)).map(([, expression]) => expression)
    if (chosen.length === 0) throw fault("the pattern after 'of' matches no selection")
    return quantifier === 'all' ? allOf(chosen) : anyOf(chosen)
  }

  const expression = either()
  if (at < tokens.length) throw fault('the condition continues where it should end')
  return expression
}

function tokenize(text: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) tokens.push(match[1]!)
  return tokens
}

function named(name: string, pattern: string): boolean {
  if (pattern.toLowerCase() === 'them') return !name.startsWith('_')
  if (!pattern.includes('*')) return name === pattern
  if (name.startsWith('_') && !pattern.startsWith('_')) return false
  const pieces = pattern.split('*')
  if (!name.startsWith(pieces[0]!)) return false
  let at = pieces[0]!.length
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  const tail = pieces.at(-1)!
  return name.length - tail.length >= at && name.endsWith(tail)
}

import { RUN } from './judge-run.ts'
import { GAP, type Token } from './token.ts'

/** What ends a sentence or a field before the next one begins. */
const END = /[.!?:;|\]>\n\r)-]/
/** Words after which the word before them may be somebody: what people do, and what links two of them. */
const OF_PEOPLE = new Set(
  `is was were are has had have does did do will would can could cannot cant should shall must may might needs wants says said told asks went left sent took wrote saw came got made gave put
  lost found forgot knew thought felt kept held brought bought let lets met ran read sat set spoke stood taught tore won wore and or from in at on with for to by as but who whose again also
  too still never always just already not now then here there today yesterday tomorrow please`.split(/\s+/),
)

/**
 * Whether a word begins a sentence as a noun of the trade: `Grace period ended`. What follows is a word of the vocabulary
 * in lower case that nobody does.
 */
export function opens(text: string, tokens: readonly Token[], i: number): boolean {
  const token = tokens[i] as Token
  const next = tokens[i + 1]
  if (next === undefined || next.gap !== GAP.beside || next.covered || next.capital || next.kind !== RUN.plain)
    return false
  const word = text.slice(next.start, next.end)
  if (word.endsWith('ed') || OF_PEOPLE.has(word)) return false
  const before = tokens[i - 1]
  return before === undefined || END.test(text.slice(before.end, token.start))
}

import { describe, expect, it } from '@jest/globals'
import type { Redactor } from '@wardline/redaction'
import { queryWords } from './query-words.ts'

const ANN = 'user:1~aaaaaaaaaaaaaaaaaaaaaaaaaa'
/** Takes `ann` for a person, and tokenises whatever looks like a pseudonym. */
const redactor = {
  text: (t: string) => t.replace(/[a-z]+:\d~[a-z2-7]+/g, 'name:1~lookalikelookalike').replace(/\bann\b/g, ANN),
} as Redactor

describe('the words of a query', () => {
  it('are those of its redacted form first, as they were typed second', () => {
    expect(queryWords('login ann', redactor)).toEqual([
      ['login', ANN],
      ['login', 'ann'],
    ])
  })

  it('are tried once where redaction changes nothing', () => {
    expect(queryWords('Session OPENED', redactor)).toEqual([['session', 'opened']])
  })

  it('are as typed where there is no redactor', () => {
    expect(queryWords('login ann', undefined)).toEqual([['login', 'ann']])
  })

  it('keep pseudonyms that are typed', () => {
    const typed = 'ip:1~bbbbbbbbbbbbbbbbbbbbbbbbbb login'
    expect(queryWords(typed, redactor)).toEqual([['ip:1~bbbbbbbbbbbbbbbbbbbbbbbbbb', 'login']])
    expect(queryWords(typed, undefined)).toEqual([['ip:1~bbbbbbbbbbbbbbbbbbbbbbbbbb', 'login']])
  })

  it('are no condition without a query, and nothing at all without a word', () => {
    expect(queryWords(undefined, redactor)).toBeUndefined()
    expect(queryWords('', redactor)).toBeUndefined()
    expect(queryWords(' -- ', redactor)).toEqual([])
  })
})

import { describe, expect, it } from '@jest/globals'
import type { Redactor } from '@wardline/redaction'
import { queryWords } from './query-words.ts'

const ANN = 'email:1~aaaaaaaaaaaaaaaaaaaaaaaaaa'
const PHONE = 'phone:1~pppppppppppppppppppppppppp'
/** Treats `ann@x` as a person and `12 34` as a number, and tokenises everything that looks like a pseudonym. */
const redactor = {
  text: (t: string) =>
    t
      .replace(/[a-z]+:\d~[a-z2-7]+/g, 'name:1~lookalikelookalike')
      .replace(/\bann@x\b/g, ANN)
      .replace('12 34', PHONE),
  pseudonym: (type: string, value: string) => `${type}:1~of-${value}`,
} as Redactor
const or = (word: string, ...others: string[]) => [word, ...others, `user:1~of-${word}`, `host:1~of-${word}`]

describe('the words of a query', () => {
  it('are searched as typed, and as summaries would show them if they are names', () => {
    expect(queryWords('Login', redactor)).toEqual([[or('login')]])
    expect(queryWords('login ann@x', redactor)).toEqual([[or('login'), or('ann@x', ANN)]])
  })

  it('are first tried as the policy redacts the whole text, if that differs', () => {
    expect(queryWords('call 12 34', redactor)).toEqual([
      ['call', PHONE],
      [or('call'), or('12'), or('34')],
    ])
  })

  it('are as typed without a redactor', () => {
    expect(queryWords('login ann@x', undefined)).toEqual([['login', 'ann@x']])
  })

  it('keep typed pseudonyms', () => {
    const typed = 'ip:1~bbbbbbbbbbbbbbbbbbbbbbbbbb login'
    expect(queryWords(typed, redactor)).toEqual([['ip:1~bbbbbbbbbbbbbbbbbbbbbbbbbb', or('login')]])
    expect(queryWords(typed, undefined)).toEqual([['ip:1~bbbbbbbbbbbbbbbbbbbbbbbbbb', 'login']])
  })

  it('are no condition without a query, and match nothing without a word', () => {
    expect(queryWords(undefined, redactor)).toBeUndefined()
    expect(queryWords('', redactor)).toBeUndefined()
    expect(queryWords(' -- ', redactor)).toEqual([])
  })
})

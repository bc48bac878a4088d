import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, keyringOf, SEARCHED_EPOCHS, searchedEpochs } from '@wardline/kernel'
import { type Redactor, tenantRedactors } from '@wardline/redaction'
import fc from 'fast-check'
import { MAX_FORMS, queryWords } from './query-words.ts'

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
/** Hides `ann` in any compound. */
const hidesAnn = { ...redactor, text: (t: string) => t.replace('ann', 'word:1~wwwwwwwwwwwwwwwwwwwwwwwwww') } as Redactor
const asName = (word: string) => ['user', 'host', 'word'].map(type => `${type}:1~of-${word}`)
const or = (word: string, ...others: string[]) => [word, ...others, ...asName(word)]

describe('the words of a query', () => {
  it('are searched as typed, and as summaries would show them if they are names', () => {
    expect(queryWords('Login', [redactor])).toEqual([[or('login')]])
    expect(queryWords('login ann@x', [redactor])?.[0]).toEqual([or('login'), or('ann@x', ANN)])
  })

  it('are first tried as the policy redacts the whole text, if that differs', () => {
    expect(queryWords('call 12 34', [redactor])).toEqual([
      ['call', PHONE],
      [or('call'), or('12'), or('34')],
    ])
  })

  it('are searched part by part last, for a summary may hide some of them', () => {
    const whole = or('ann-pc.log')
    const part = (name: string, ...joined: string[]) =>
      expect.arrayContaining([name, ...whole.slice(1), ...[name, ...joined].flatMap(asName)])
    expect(queryWords('ann-pc.log', [redactor])).toEqual([
      [whole],
      [part('ann', 'ann-pc'), part('pc', 'ann-pc', 'pc.log'), part('log', 'pc.log')],
    ])
  })

  it('are searched part by part at once, if the policy hides a part', () => {
    const [first, ...others] = queryWords('old_ann@x', [hidesAnn]) ?? []
    expect(others).toEqual([])
    expect(first).toHaveLength(3)
    expect(first?.map(words => words[0])).toEqual(['old', 'ann', 'x'])
  })

  it('stay bounded, whatever is typed', () => {
    for (const q of ['a.'.repeat(128), 'a.b '.repeat(32), 'a_b_c_d_e_f_g_h_i_j_k_l '.repeat(10)]) {
      for (const words of queryWords(q, [redactor]) ?? []) expect(words.length).toBeLessThanOrEqual(64)
    }
  })

  describe('with six epochs', () => {
    const keyring = keyringOf(
      Array.from({ length: SEARCHED_EPOCHS }, (_, i) => ({
        purpose: 'pseudonyms' as const,
        epoch: i + 1,
        key: new Uint8Array(32).fill(i + 1),
      })),
    )
    const redactorOf = tenantRedactors(keyring)
    const epochs = searchedEpochs(keyring).map(epoch => redactorOf(DEFAULT_TENANT, epoch))
    const formsOf = (q: string): number => Math.max(...(queryWords(q, epochs) ?? []).map(words => words.flat().length))

    /** Words that no vocabulary has, each of so many parts: no two parts are alike. */
    const wordsOf = (count: number, parts: number): string => {
      const part = (n: number): string => `${'zqxjk'[n % 5]}${'zqxjkvw'[n % 7]}${'zq'[n % 2]}`
      return Array.from({ length: count }, (_, w) =>
        Array.from({ length: parts }, (_, p) => part(w * parts + p)).join('.'),
      ).join(' ')
    }

    it.each([
      [5, 12],
      [6, 10],
      [9, 7],
      [16, 4],
      [21, 3],
    ])('have a bounded number of forms: %i words of %i parts', (count, parts) => {
      const q = wordsOf(count, parts)
      expect(q.length).toBeLessThanOrEqual(256)
      expect(formsOf(q)).toBeLessThanOrEqual(MAX_FORMS)
    })

    it('have it whatever is typed', () => {
      const part = fc.stringMatching(/^[a-z0-9@~:]{1,6}$/)
      const word = fc.array(part, { minLength: 1, maxLength: 14 }).map(parts => parts.join('.'))
      const query = fc.array(word, { minLength: 1, maxLength: 12 }).map(words => words.join(' ').slice(0, 256))
      fc.assert(
        fc.property(query, q => {
          expect(formsOf(q)).toBeLessThanOrEqual(MAX_FORMS)
        }),
        { numRuns: 30 },
      )
    })

    it('are searched by their parts too where that is not more', () => {
      const q = 'wrote /srv/zorb/quix_backup-2026.tgz and /home/zorb/notes.txt'
      expect(queryWords(q, epochs)?.at(-1)?.length).toBeGreaterThan(9)
    })

    it('are searched as wholes where it would be', () => {
      expect(queryWords(wordsOf(5, 12), epochs)?.map(words => words.length)).toEqual([5])
    })
  })

  it('are as typed without a redactor', () => {
    expect(queryWords('login ann@x', [])).toEqual([['login', 'ann@x']])
  })

  it('keep typed pseudonyms', () => {
    const typed = 'ip:1~bbbbbbbbbbbbbbbbbbbbbbbbbb login'
    expect(queryWords(typed, [redactor])).toEqual([[['ip:1~bbbbbbbbbbbbbbbbbbbbbbbbbb'], or('login')]])
    expect(queryWords(typed, [])).toEqual([['ip:1~bbbbbbbbbbbbbbbbbbbbbbbbbb', 'login']])
  })

  it('are searched as summaries of every epoch show them', () => {
    const second = {
      text: (t: string) => redactor.text(t).replaceAll(':1~', ':2~'),
      pseudonym: (type: string, value: string) => `${type}:2~of-${value}`,
    } as Redactor
    const both = (word: string) => [...or(word), ...asName(word).map(name => name.replace(':1~', ':2~'))]
    expect(queryWords('login', [redactor, second])).toEqual([[both('login')]])
    expect(queryWords('call 12 34', [redactor, second])).toEqual([
      [['call'], [PHONE, PHONE.replace(':1~', ':2~')]],
      [both('call'), both('12'), both('34')],
    ])
    expect(queryWords('a.b ann@x', [redactor, second])?.map(words => words.length)).toEqual(
      queryWords('a.b ann@x', [redactor])?.map(words => words.length),
    )
  })

  it('are no condition without a query, and match nothing without a word', () => {
    expect(queryWords(undefined, [redactor])).toBeUndefined()
    expect(queryWords('', [redactor])).toBeUndefined()
    expect(queryWords(' -- ', [redactor])).toEqual([])
  })
})

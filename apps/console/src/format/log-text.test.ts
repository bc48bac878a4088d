import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { piecesOf, shortPseudonym, showControls } from './log-text.ts'

describe('a log text', () => {
  it('is cut into text, pseudonyms and removed secrets', () => {
    const text = 'login of user:1~ctfv2ij7g5fq74lhl26pf6neiq with [secret:password] failed'
    expect(piecesOf(text).map(p => p.kind)).toEqual(['text', 'pseudonym', 'text', 'secret', 'text'])
    expect(shortPseudonym('user:1~ctfv2ij7g5fq74lhl26pf6neiq')).toBe('user:1~ctfv2i…')
  })

  it('is unchanged when its pieces are joined, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        text =>
          piecesOf(text)
            .map(p => p.text)
            .join('') === text,
      ),
    )
  })

  it('makes invisible characters and direction marks visible', () => {
    expect(showControls('a\u0000b\u001b[31m\u202ec\u200bd')).toBe('a␀b␛[31m<U+202E>c<U+200B>d')
    expect(showControls('two\nlines\tand שלום 😀')).toBe('two\nlines\tand שלום 😀')
  })
})

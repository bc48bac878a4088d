import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { patterns } from '../findings/patterns.ts'
import { mayHoldSecret } from './secret-hint.ts'

/** One text per alternative of the expression. */
const HINTS =
  'pass pwd pw psw secret token key auth bearer basic cookie session cred sig= eyJ AKIA ASIA AIza ya29 gho_ ghp_ ghu_ ghs_ ghr_ glpat xox npm_ pypi- sk- sk_ rk_ pk_ hf_ hvs. whsec_ wle_ wls_ GOCSPX SG. :// -----BEGIN $1 $2 $5 $6 $y $arg -p /p -u /u -rp /rp secure -rc4 /rc4 -ntlm /ntlm -aes /aes -hash /hash -ticket /ticket -user /user user'.split(
    ' ',
  )
const HASH = `${'0123456789abcdef'.repeat(2)}:`
const NEIGHBOURS = ['', ' ', '\t', 'x', '_', '9', '-', '/', ':', '$', 'ß', '日', '\u017f', '\u212a']

it('finds every hint in any case, wherever the expression does', () => {
  for (const hint of [...HINTS, HASH]) {
    for (const form of [hint, hint.toUpperCase(), hint.toLowerCase()])
      for (const before of NEIGHBOURS)
        for (const after of NEIGHBOURS) {
          const text = before + form + after
          expect([text, mayHoldSecret(text)]).toEqual([text, patterns.secretHint.test(text)])
        }
    expect(mayHoldSecret(` ${hint} `)).toBe(true)
  }
})

it('says what the expression says of any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(...NEIGHBOURS),
    fc.constantFrom(...HINTS, HASH).chain(hint => fc.nat(hint.length).map(n => hint.slice(0, n))),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
      const text = pieces.join('')
      expect(mayHoldSecret(text)).toBe(patterns.secretHint.test(text))
    }),
    { numRuns: 5_000 },
  )
})

import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { literalsOf } from './literals-of.ts'
import { GROUPS, groupsFor, type SecretGroup } from './secret-hint.ts'

const groups = Object.entries(GROUPS) as [SecretGroup, readonly (string | RegExp)[]][]
const literals = groups.flatMap(([, needs]) =>
  needs.flatMap(need => (typeof need === 'string' ? [need] : literalsOf(need).map(({ literal }) => literal))),
)
const FILL = ['', ' ', '=', ':', '"', '$', '/', 'x', '\u017f', '\u212a', 'ß', 'hunter22', 'ab1'.repeat(6)]

it('never skips a detector that finds something', () => {
  const piece = fc.oneof(
    fc.constantFrom(...literals).chain(text => fc.constantFrom(text, text.toUpperCase(), text.slice(1))),
    fc.constantFrom(...FILL),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  const seen = new Set<SecretGroup>()
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), pieces => {
      const text = pieces.join('')
      const has = groupsFor(text)
      for (const [group, needs] of groups) {
        const found = needs.some(need =>
          typeof need === 'string'
            ? text.includes(need)
            : new RegExp(need.source, need.flags.replace('g', '')).test(text),
        )
        if (found) seen.add(group)
        if (found) expect([text, group, has(group)]).toEqual([text, group, true])
      }
    }),
    { numRuns: 5_000 },
  )
  expect(seen.size).toBeGreaterThan(groups.length / 2)
})

it('lets no detector look at an ordinary line', () => {
  const has = groupsFor('Nov 21 09:29:58 web1 kernel: eth0 link is up, 1000 Mbit/s')
  expect(groups.filter(([group]) => has(group))).toEqual([])
})

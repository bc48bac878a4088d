import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { PARTITION_FORMAT } from './partition-file.ts'
import { matchText, type TokenQuery, tokenValue, withTenant } from './tokens.ts'

const anything = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'aA~"\' *():^-+\0\n\u00a0é') }),
)

describe('tokens', () => {
  it('are equal for equal values and no others', () => {
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        expect(tokenValue(a) === tokenValue(b)).toBe(a === b)
      }),
    )
  })

  it('are one token each to SQLite, whatever the value, and match only that value', () => {
    const db = new DatabaseSync(':memory:')
    db.exec(PARTITION_FORMAT.schema)
    const insert = db.prepare('INSERT INTO words (rowid, tokens) VALUES (?, ?)')
    const match = db.prepare('SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid')
    let rowid = 0
    fc.assert(
      fc.property(
        fc.uniqueArray(anything, { minLength: 2, maxLength: 4, selector: tokenValue }),
        fc.nat(50),
        (values, tenant) => {
          const first = rowid + 1
          for (const value of values) insert.run(++rowid, withTenant(tenant, ` w${tokenValue(value)} sx`))
          for (const [i, value] of values.entries()) {
            const token = `w${tokenValue(value)}`
            const hits = (query: TokenQuery): number[] =>
              match
                .all(matchText(tenant, query))
                .map(row => Number(row.rowid))
                .filter(hit => hit >= first)
            expect(hits({ all: [[token], ['sx', 'sy']], none: [] })).toEqual([first + i])
            const others = values.map((_, place) => first + place).filter(row => row !== first + i)
            expect(hits({ all: [['sx']], none: [token, 'sz'] })).toEqual(others)
          }
        },
      ),
      { numRuns: 300 },
    )
    db.close()
  })
})

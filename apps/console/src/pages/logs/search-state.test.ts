import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import {
  EMPTY,
  FILTERS,
  fragmentOf,
  leftOutHere,
  queryOf,
  type Search,
  searchOf,
  withExcluded,
  withFilter,
  withoutFilter,
} from './search-state.ts'

const search: Search = {
  range: { from: '2026-11-20T10:00:00.000Z', to: '2026-11-21T10:00:00.000Z' },
  q: 'failed password',
  filters: [
    { filter: 'severity', value: 'high' },
    { filter: 'severity', value: 'critical' },
    { filter: 'user', value: 'maria.lopez' },
  ],
  excluded: [{ field: 'device.hostname', value: 'web:1' }],
  event: 'evt_1',
}

describe('a search in an address', () => {
  it('comes back as it was from a link', () => {
    expect(searchOf(`#${fragmentOf(search, true)}`)).toEqual(search)
  })

  it('has no word, name, address or host in the address bar', () => {
    const shown = fragmentOf(search, false)
    expect(shown).not.toMatch(/maria|password|web/)
    expect(searchOf(shown).filters).toEqual(search.filters.slice(0, 2))
  })

  it('made of any text is a search that the API accepts', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const { range } = searchOf(text)
        const { from, to } = queryOf(searchOf(text), 1_800_000_000_000)
        expect(Date.parse(String(from))).toBeLessThan(Date.parse(String(to)))
        expect('last' in range ? range.last : 1).toBeGreaterThan(0)
      }),
    )
  })

  it.each(['last=-1', 'last=1e99', 'from=2026-01-02&to=2026-01-01', 'from=x', ''])(
    'falls back to the last day: %s',
    text => {
      expect(searchOf(text).range).toEqual(EMPTY.range)
    },
  )
})

describe('values that are left out', () => {
  it('are left out by the service if it can filter by the field, and otherwise here', () => {
    const both = withExcluded(withExcluded(EMPTY, 'user', 'a:b'), 'process.name', 'sshd')
    expect(queryOf(both, 0).not).toEqual(['user:a:b'])
    expect(leftOutHere(both)).toEqual([{ field: 'process.name', value: 'sshd' }])
  })

  it('come back from a link, even the longest and as many as allowed', () => {
    let all = EMPTY
    for (let i = 0; i < 30; i++) all = withExcluded(all, `unmapped.${'é'.repeat(100)}`, `${i}${'😀'.repeat(127)}`)
    expect(all.excluded).toHaveLength(20)
    expect(searchOf(fragmentOf(all, true))).toEqual(all)
    expect(withExcluded(all, all.excluded[3]?.field ?? '', all.excluded[3]?.value ?? '').excluded).toHaveLength(20)
  })
})

describe('filters', () => {
  it('with several values are alternatives; one with a single value replaces it', () => {
    const twice = withFilter(withFilter(EMPTY, 'severity', 'low'), 'severity', 'high')
    expect(queryOf(twice, 0).severity).toEqual(['low', 'high'])
    const host = withFilter(withFilter(EMPTY, 'host', 'a'), 'host', 'b')
    expect(queryOf(host, 0).host).toBe('b')
  })

  it('are there once, and can be removed', () => {
    for (const filter of FILTERS) {
      const once = withFilter(withFilter(EMPTY, filter, 'x'), filter, 'x')
      expect(once.filters).toEqual([{ filter, value: 'x' }])
      expect(withoutFilter(once, filter, 'x').filters).toEqual([])
    }
  })
})

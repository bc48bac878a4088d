import { describe, expect, it } from '@jest/globals'
import { treeRows, valueAt } from './event-tree.ts'

describe('an event as a tree', () => {
  it('has a line for every member that has a value', () => {
    const event = { severity: 'low', user: { name: 'ann', uid: null }, observables: ['a', 2], unmapped: {} }
    expect(
      treeRows(event, 100).map(r => `${' '.repeat(r.depth)}${r.name}${r.value === undefined ? '' : `=${r.value}`}`),
    ).toEqual(['severity=low', 'user', ' name=ann', 'observables', ' 0=a', ' 1=2'])
  })

  it('stops at the given limit, even with ten thousand fields', () => {
    const event = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, i]))
    expect(treeRows(event, 300)).toHaveLength(300)
  })

  it('ends for nesting of any depth', () => {
    let event: unknown = 'x'
    for (let i = 0; i < 5_000; i++) event = { a: event }
    expect(treeRows({ event }, 1_000).length).toBeLessThan(100)
  })

  it('finds values by path, but none of the prototype', () => {
    expect(valueAt({ user: { name: 'ann' }, n: 0 }, 'user.name')).toBe('ann')
    expect(valueAt({ n: 0 }, 'n')).toBe('0')
    expect(valueAt({}, 'constructor.name')).toBeUndefined()
  })

  it('finds the value of every line by its path, whatever its members are called', () => {
    const event = { unmapped: { 'a.b': { c: '1' }, a: { b: { d: '2' }, '': 'no path' }, 'x.': 3 } }
    const rows = treeRows(event, 100).filter(
      row => row.value !== undefined && !row.path.endsWith('..') && row.name !== '',
    )
    expect(rows.map(row => valueAt(event, row.path))).toEqual(rows.map(row => row.value))
  })

  it('gives up on paths that could be read in millions of ways', () => {
    let nested: Record<string, unknown> = {}
    for (let i = 0; i < 60; i++) nested = { a: nested, 'a.a': nested }
    expect(valueAt(nested, `${'a.'.repeat(60)}b`)).toBeUndefined()
  })
})

import { describe, expect, it } from '@jest/globals'
import { createFieldReader, referenceOf } from './values.ts'

describe('a field of a provider', () => {
  it.each([
    ['compliant', 'compliant', 0],
    ['CompLiant', 'compliant', 0],
    ['', 'unknown', 0],
    [null, 'unknown', 0],
    [undefined, 'unknown', 0],
    ['brandNew', 'unknown', 1],
    [7, 'unknown', 1],
    ['__proto__', 'unknown', 1],
    ['constructor', 'unknown', 1],
  ])('%j is the word %s', (value, word, notes) => {
    const reader = createFieldReader()
    expect(reader.word('f', value, { compliant: 'compliant' })).toBe(word)
    expect(reader.drift).toHaveLength(notes)
  })

  it.each([
    ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T09:00:00+01:00', '2026-11-21T08:00:00.000Z'],
    ['0001-01-01T00:00:00Z', null],
    ['9999-12-31T23:59:59Z', null],
    [null, null],
    ['yesterday', null],
    [1_700_000_000, null],
  ])('%j is the time %s', (value, time) => {
    expect(createFieldReader().time('f', value)).toBe(time)
  })

  it.each([
    ['MacBook Pro (14-inch, 2023)', 'MacBook Pro (14-inch, 2023)'],
    ['iPhone15,2', 'iPhone15,2'],
    ['Gerät', 'Gerät'],
    ['ann@corp.example', null],
    ['<script>', null],
    ['x'.repeat(65), null],
    ['a\nb', null],
    [{}, null],
  ])('%j is the label %j', (value, label) => {
    expect(createFieldReader().label('f', value, 64)).toBe(label)
  })

  it.each([
    ['10.0.22631.3593', '10.0.22631.3593'],
    ['14.5.1 (23F79)', '14.5.1 (23F79)'],
    ['annas-mac', null],
    ['14.5 <x>', null],
    [14.5, null],
  ])('%j is the version %j', (value, version) => {
    expect(createFieldReader().version('f', value)).toBe(version)
  })

  it('is counted by field and reason, its value not kept', () => {
    const reader = createFieldReader()
    for (const value of ['a@b', 'c@d', 5]) reader.label('model', value, 64)
    expect(reader.drift).toEqual([
      { field: 'model', reason: 'unknown_value', count: 2 },
      { field: 'model', reason: 'wrong_type', count: 1 },
    ])
  })

  it.each([
    ['5f2b', '5f2b'],
    [12, '12'],
    ['', undefined],
    [null, undefined],
    [1.5, undefined],
    ['a b', undefined],
    ['a/../b', undefined],
    ['x'.repeat(129), undefined],
    [{}, undefined],
  ])('%j is the id %j', (value, id) => {
    expect(referenceOf(value)).toBe(id)
  })
})

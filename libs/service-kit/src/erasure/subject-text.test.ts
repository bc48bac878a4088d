import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { ERASED, isAnywhere, subjectText } from './subject-text.ts'

describe('the subject of an erasure in a text', () => {
  const ann = subjectText('ann')

  it.each([
    ['ann', '[erased]'],
    ['Ann, ANN and (ann)', '[erased], [erased] and ([erased])'],
    ['CORP\\ann', 'CORP\\[erased]'],
    ['C:\\Users\\Ann\\evil.exe', 'C:\\Users\\[erased]\\evil.exe'],
    ['It was ann.', 'It was [erased].'],
    ['ａｎｎ was here', '[erased] was here'],
  ])('is replaced in %s', (text, without) => {
    expect(ann.isIn(text)).toBe(true)
    expect(ann.erasedFrom(text)).toBe(without)
  })

  it.each(['anna', 'joann', 'ann.lee', 'ann-marie', 'ann@example.org', 'x@ann.org', 'ann_1', 'ánn', ''])(
    'is not part of %s, which is somebody or something else',
    text => {
      expect(ann.isIn(text)).toBe(false)
      expect(ann.erasedFrom(text)).toBe(text)
    },
  )

  it.each([
    ['corp\\ann', 'by CORP\\Ann', 'by [erased]'],
    ['ann@example.org', '<Ann@Example.org>', '<[erased]>'],
    ['203.0.113.9', '203.0.113.9:22 and 203.0.113.90', '[erased]:22 and 203.0.113.90'],
    ['2001:db8::1', '[2001:DB8::1]:443', '[[erased]]:443'],
    ['a+b(c', 'a+b(c', '[erased]'],
  ])('may be %s', (value, text, without) => {
    expect(subjectText(value).erasedFrom(text)).toBe(without)
  })

  it('is never in what it was erased from, whatever is around it', () => {
    const name = fc.stringMatching(/^[a-z0-9]([a-z0-9.@_-]{0,6}[a-z0-9])?$/)
    const around = fc.stringMatching(/^[ab1 .@_[\]-]{0,4}$/)
    fc.assert(
      fc.property(name, fc.array(around), (value, parts) => {
        const subject = subjectText(value)
        fc.pre(!subject.isIn(ERASED))
        expect(subject.isIn(subject.erasedFrom(parts.join(value)))).toBe(false)
      }),
      { numRuns: 30 },
    )
  })

  it('is found in every text of a value', () => {
    expect(isAnywhere({ payload: { raw: '{"user":"Ann"}', n: 1, none: null } }, ann)).toBe(true)
    expect(isAnywhere({ list: ['x', { ann: 1 }] }, ann)).toBe(true)
    expect(isAnywhere({ list: ['anna'], n: 7 }, ann)).toBe(false)
  })
})

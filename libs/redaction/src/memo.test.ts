import { describe, expect, it } from '@jest/globals'
import { createMemo } from './memo.ts'

describe('a memo', () => {
  it('makes each answer once while it remembers it, and tells kinds apart', () => {
    const { memo, made } = recorded(10)
    for (const round of [1, 2, 3])
      for (const kind of ['a', 'b'] as const) expect([round, memo(kind, 'x')]).toEqual([round, `${kind}:x`])
    expect(made).toEqual(['a:x', 'b:x'])
  })

  it('remembers the last answers, as many as its size', () => {
    const { memo, made } = recorded(10)
    for (let i = 0; i < 100; i++) memo('a', `${i}`)
    made.length = 0
    for (let i = 90; i < 100; i++) expect(memo('a', `${i}`)).toBe(`a:${i}`)
    expect(made).toEqual([])
  })

  it('keeps what is asked for again and forgets the rest, so that it holds twice its size at most', () => {
    const { memo, made } = recorded(10)
    for (let i = 0; i < 100; i++) {
      memo('a', 'often')
      memo('b', `${i}`)
    }
    expect(made.filter(answer => answer === 'a:often')).toHaveLength(1)
    made.length = 0
    for (let i = 0; i < 100; i++) memo('b', `${99 - i}`)
    expect(made.length).toBeGreaterThanOrEqual(80)
  })
})

function recorded(size: number) {
  const made: string[] = []
  const memo = createMemo((kind: 'a' | 'b', value) => {
    made.push(`${kind}:${value}`)
    return `${kind}:${value}`
  }, size)
  return { memo, made }
}

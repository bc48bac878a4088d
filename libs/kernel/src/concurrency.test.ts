import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { mapLimited } from './concurrency.ts'

describe('mapLimited', () => {
  it('returns results in the order of the items and never exceeds the limit', async () => {
    let running = 0
    let most = 0
    const doubled = await mapLimited(
      [5, 1, 4, 2, 3],
      async n => {
        most = Math.max(most, ++running)
        await sleep(n)
        running--
        return 2 * n
      },
      2,
    )
    expect(doubled).toEqual([10, 2, 8, 4, 6])
    expect(most).toBe(2)
  })

  it('starts nothing new after a failure, and rejects once the running ones have ended', async () => {
    const ended: number[] = []
    const begun: number[] = []
    const run = async (n: number): Promise<void> => {
      begun.push(n)
      await sleep(n === 2 ? 1 : 20)
      ended.push(n)
      if (n === 2) throw new Error('the second')
    }
    await expect(mapLimited([1, 2, 3, 4], run, 2)).rejects.toThrow('the second')
    expect(begun).toEqual([1, 2])
    expect(ended).toEqual([2, 1])
  })

  it('returns nothing for no items', async () => {
    expect(await mapLimited([], async () => 1)).toEqual([])
  })
})

import { describe, expect, it } from '@jest/globals'
import { createFairTurns } from './fair-turns.ts'

describe('the turns of searches in a thread', () => {
  it('rotate among the tenants, however many searches one has', async () => {
    const turn = createFairTurns()
    const steps: string[] = []
    const search = async (tenant: string, name: string, count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        await turn(tenant)
        steps.push(name)
      }
    }
    const many = Array.from({ length: 20 }, (_, n) => search('busy', `busy ${n}`, 10))
    await Promise.all([...many, search('quiet', 'quiet', 10)])
    const lastQuiet = steps.lastIndexOf('quiet')
    expect(steps.slice(0, lastQuiet + 1).filter(name => name !== 'quiet').length).toBeLessThanOrEqual(11)
    expect(steps).toHaveLength(210)
  })

  it('are given first come, first served to the searches of one tenant', async () => {
    const turn = createFairTurns()
    const steps: number[] = []
    await Promise.all(
      [1, 2, 3].map(async n => {
        for (let i = 0; i < 2; i++) {
          await turn('only')
          steps.push(n)
        }
      }),
    )
    expect(steps).toEqual([1, 2, 3, 1, 2, 3])
  })

  it('leave room for the other work of the thread', async () => {
    const turn = createFairTurns()
    let over = false
    const busy = (async () => {
      while (!over) await turn('busy')
    })()
    await new Promise(resolve => setTimeout(resolve, 1))
    over = true
    await busy
  })
})

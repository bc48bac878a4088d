import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createPatience } from './patience.ts'

describe('patience', () => {
  it('waits longer each time, and gives up before its budget is spent', async () => {
    const began = performance.now()
    const patience = createPatience({ firstMs: 5, lastMs: 20, budgetMs: 60 })
    let pauses = 0
    while (await patience.pause()) pauses++
    expect(pauses).toBeGreaterThan(0)
    expect(pauses).toBeLessThanOrEqual(4)
    expect(performance.now() - began).toBeGreaterThanOrEqual(5)
  })

  it('counts the time that lower layers have waited', async () => {
    const patience = createPatience({ firstMs: 1, lastMs: 1, budgetMs: 20 })
    await sleep(30)
    expect(await patience.pause()).toBe(false)
  })

  it('ends with its signal, even in the middle of a wait', async () => {
    const over = new AbortController()
    const patience = createPatience({ firstMs: 60_000, lastMs: 60_000, signal: over.signal })
    const waiting = patience.pause()
    over.abort()
    expect(await waiting).toBe(false)
    expect(await patience.pause()).toBe(false)
  })
})

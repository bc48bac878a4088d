import { describe, expect, it } from '@jest/globals'
import { createCompany } from './company.ts'
import { createFairReader } from './fair-reader.ts'
import { placeAt } from './group-place.ts'

const took = (company: ReturnType<typeof createCompany>, tenant: string, turns: number): void => {
  for (let i = 0; i < turns; i++) company.took(new Set([tenant]))
}

describe('partitions whose turns are taken one after another', () => {
  it('give whole turns to who has been alone on all of them', () => {
    const company = createCompany({ max: 800, share: 1 / 8 })
    took(company, 'flood', 40)
    expect(company.quota(['flood', 'flood'])).toBe(800)
  })

  it('give a part of a turn to who is alone on its own partition only', () => {
    const company = createCompany({ max: 800, share: 1 / 8 })
    const [flooded, other] = [1, 2].map(() => createFairReader(placeAt(0), { max: 800, company }))
    took(company, 'flood', 40)
    const quiet = other!.choose({ from: 0, end: 1, offsets: [0], tenants: ['quiet'], more: false })
    other!.settle(quiet)
    const offsets = Array.from({ length: 2_000 }, (_, i) => i)
    const window = { from: 0, end: 2_000, offsets, tenants: offsets.map(() => 'flood'), more: true }
    expect(flooded!.choose(window).take).toHaveLength(100)
  })

  it('give a part of a turn to a flood that follows somebody who was alone', () => {
    const company = createCompany({ max: 800, share: 1 / 8 })
    took(company, 'quiet', 40)
    expect(company.quota(['flood'])).toBe(100)
    expect(company.quota(['quiet'])).toBe(800)
  })

  it('take smaller turns where events take long, but never very small ones', () => {
    const company = createCompany({ max: 800, share: 1 / 2 })
    expect(company.most()).toBe(800)
    for (let i = 0; i < 20; i++) company.lasted(100, 250)
    expect(company.most()).toBe(200)
    took(company, 'one', 1)
    took(company, 'two', 1)
    expect(company.quota(['one'])).toBe(100)
    for (let i = 0; i < 20; i++) company.lasted(1, 60_000)
    expect(company.most()).toBe(13)
  })
})

import { readFileSync, statSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { build } from '../../build/vocabulary.ts'

const at = (name: string): URL => new URL(name, import.meta.url)

it('the vocabulary that is shipped is what its sources give, byte for byte', () => {
  for (const [name, text] of build()) expect(readFileSync(at(name), 'utf8') === text ? name : 'differs').toBe(name)
})

it('is at most 3 MB', () => {
  const sizes = [...build().keys()].map(name => statSync(at(name)).size)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(3_000_000)
})

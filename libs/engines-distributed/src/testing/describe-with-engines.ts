import { describe } from '@jest/globals'
import { type Addresses, findEngines } from './engines.ts'

const found = findEngines()

/** Real engines are not everywhere: without them these suites are skipped, loudly, unless `WARDLINE_REQUIRE_ENGINES=1`. */
export function describeWithEngines(name: string, suite: (engines: Addresses) => void): void {
  if (found) {
    describe(name, () => suite(found))
    return
  }
  if (process.env.WARDLINE_REQUIRE_ENGINES === '1') throw new Error(`${name}: no engines; run npm run engines:up`)
  console.warn(`SKIPPED: ${name} needs real engines (npm run engines:up, or the WARDLINE_*_URL variables)`)
  describe.skip(name, () => suite({ kafka: '', registry: '', mongo: '', opensearch: '' }))
}

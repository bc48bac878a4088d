// Checks the built console before its tests: the first load must stay within its budget. Prints the sizes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DIST } from './inputs.ts'
import './main.ts'

/** For everything that the first page loads, compressed. */
const BUDGET = 250_000

const html = readFileSync(join(DIST, 'index.html'), 'utf8')
const files = ['index.html', ...[...html.matchAll(/(?:src|href)="\/console\/([^"]+)"/g)].map(m => m[1] as string)]
let total = 0
for (const file of files) {
  const size = gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length
  total += size
  console.log(`${String(Math.round(size / 1_000)).padStart(5)} KB  ${file}`)
}
console.log(`${String(Math.round(total / 1_000)).padStart(5)} KB  first load of the console, of ${BUDGET / 1_000} KB`)
if (total > BUDGET) process.exitCode = 1

// Whether callers of the last release would fail with the API as it is now: openapi/ against openapi/baseline/v1.json.
// `--accept` makes the API as it is the baseline, at a release; it refuses what would break a caller.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadOpenApi } from '@wardline/api'
import { breakingChanges } from './breaking-changes.ts'
import { readSurface, surfaceOf, writeSurface } from './surface.ts'

const here = (path: string): string => fileURLToPath(new URL(`../../openapi${path}`, import.meta.url))
const BASELINE = here('/baseline/v1.json')

const next = surfaceOf(loadOpenApi(here('')))
const base = existsSync(BASELINE) ? readSurface(readFileSync(BASELINE, 'utf8')) : {}
const faults = breakingChanges(base, next)
for (const fault of faults) console.error(`breaks callers of v1: ${fault}`)
if (faults.length > 0) process.exitCode = 1
else if (process.argv.includes('--accept')) writeFileSync(BASELINE, writeSurface(next))
else console.log(`${Object.keys(base).length} operations of the last release still do what they did`)

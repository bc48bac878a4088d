// `npm run sbom` writes what Wardline is made of to standard output, as CycloneDX; `npm run licenses` reports the
// licences and fails for one that is unknown or not allowed. With `--all`, of the tools and tests too.
import { fileURLToPath } from 'node:url'
import { productOf, readBom } from './bom.ts'
import { ALLOWED, ALLOWED_FOR_TOOLS, judgeLicenses, reportText } from './licenses.ts'

const all = readBom(fileURLToPath(new URL('../..', import.meta.url)))
const bom = process.argv.includes('--all') ? all : productOf(all)
if (process.argv.includes('--licenses')) {
  const report = judgeLicenses(bom, bom === all ? ALLOWED_FOR_TOOLS : ALLOWED)
  process.stdout.write(reportText(report))
  for (const fault of report.faults) console.error(fault)
  if (report.faults.length > 0) process.exitCode = 1
} else process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`)

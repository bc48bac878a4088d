import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createRuleMatcher } from '../src/matching/rule-matcher.ts'
import type { Originating } from '../src/routing/origin-of-event.ts'
import { compileRules } from '../src/rules/compile-rules.ts'

/**
 * Measures the speed of the shared matcher on one core, and the cost of loading rules. Usage:
 * `node bench/match.ts <folder of rules> <events.ndjson>`; events are flat Windows JSON, one per line. Prints numbers
 * and asserts nothing.
 */
function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map(name => join(folder, name))
    .flatMap(path => (statSync(path).isDirectory() ? filesBelow(path) : /\.ya?ml$/.test(path) ? [path] : []))
    .sort()
}

const [folder, events] = process.argv.slice(2)
if (!folder || !events) throw new Error('usage: node bench/match.ts <folder of rules> <events.ndjson>')
const since = (start: number): number => Math.round(performance.now() - start)
const megabytes = (): number => Math.round(process.memoryUsage().rss / 1e6)

const loading = performance.now()
const reports = compileRules(filesBelow(folder).map(name => ({ name, text: readFileSync(name, 'utf8') })))
const rules = reports.flatMap(({ compiled }) => (compiled?.kind === 'single' ? [{ rule: compiled }] : []))
console.log(`rules: ${reports.length}, compiled ${rules.length}, ${since(loading)} ms, rss ${megabytes()} MB`)
const refused = Map.groupBy(
  reports.filter(r => r.fault),
  r => `${r.fault?.code}: ${r.fault?.reason}`,
)
for (const [reason, list] of refused) console.log(`  refused ${list.length}: ${reason}`)

const parsed: Originating[] = readFileSync(events, 'utf8')
  .split('\n')
  .flatMap(line => {
    try {
      const fields = JSON.parse(line) as Record<string, unknown>
      return [{ product: { vendor: null, product: null, format: 'windows_event' }, event: {}, source_fields: fields }]
    } catch {
      return []
    }
  })
const matcher = createRuleMatcher(rules)
for (const pass of ['first (builds the matchers)', 'second', 'third']) {
  const fired = new Map<string, number>()
  const start = performance.now()
  let matches = 0
  for (const event of parsed) {
    for (const { rule } of matcher.match(event)) {
      matches++
      fired.set(rule.metadata.title, (fired.get(rule.metadata.title) ?? 0) + 1)
    }
  }
  const ms = since(start)
  const rate = Math.round((parsed.length / ms) * 1000)
  console.log(
    `${pass}: ${parsed.length} events in ${ms} ms = ${rate}/s, ${matches} matches of ${fired.size} rules, rss ${megabytes()} MB`,
  )
  if (pass === 'third')
    for (const [title, n] of [...fired].sort((a, b) => b[1] - a[1]).slice(0, 40)) console.log(`  ${n} ${title}`)
}

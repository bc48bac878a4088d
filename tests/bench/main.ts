// `npm run bench -- <name> [--json]`: prints what it measured; asserts nothing, for machines are shared and noisy.
import { parseArgs } from 'node:util'
import { benchPipeline } from './pipeline.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, events: { type: 'string', default: '100000' } },
})

const benches: Record<string, () => Promise<void>> = {
  pipeline: () => benchPipeline({ events: Number(values.events), json: values.json }),
}

const bench = benches[positionals[0] ?? '']
if (!bench) {
  console.error(`npm run bench -- <${Object.keys(benches).join('|')}> [--json] [--events n]`)
  process.exitCode = 2
} else await bench()

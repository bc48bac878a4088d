// `npm run bench -- <name> [--json]`: prints what it measured; asserts nothing, for machines are shared and noisy.
import { parseArgs } from 'node:util'
import { benchEnrollment } from './enrollment.ts'
import { benchFairness } from './fairness.ts'
import { benchMdm } from './mdm.ts'
import { benchPipeline } from './pipeline.ts'
import { benchPipelineDistributed } from './pipeline-distributed.ts'
import { benchRedact } from './redact.ts'
import { benchSearch } from './search.ts'
import { benchStrangers } from './strangers.ts'
import { benchTiers } from './tiers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    events: { type: 'string', default: '100000' },
    devices: { type: 'string', default: '10000' },
    agents: { type: 'string', default: '3000' },
    seconds: { type: 'string', default: '30' },
    profile: { type: 'string', default: 'embedded' },
  },
})

const benches: Record<string, () => Promise<void>> = {
  enrollment: () => benchEnrollment({ agents: Number(values.agents), json: values.json }),
  fairness: () => benchFairness({ seconds: Number(values.seconds), profile: values.profile, json: values.json }),
  mdm: () => benchMdm({ devices: Number(values.devices), json: values.json }),
  pipeline: () => {
    const run = values.profile === 'distributed' ? benchPipelineDistributed : benchPipeline
    return run({ events: Number(values.events), json: values.json })
  },
  redact: () => benchRedact({ json: values.json }),
  search: () => benchSearch({ events: Number(values.events), profile: values.profile, json: values.json }),
  strangers: () => benchStrangers({ json: values.json }),
  tiers: () => benchTiers({ events: Number(values.events), profile: values.profile, json: values.json }),
}

const bench = benches[positionals[0] ?? '']
if (!bench) {
  console.error(
    `npm run bench -- <${Object.keys(benches).join('|')}> [--json] [--events n] [--devices n] [--agents n] [--seconds n] [--profile embedded|distributed]`,
  )
  process.exitCode = 2
} else await bench()

// A supervisor of in-memory services as a separate process, for a test to kill. Prints the pids of its children, one
// line of JSON.
import { startSupervisor } from '../../../tools/distributed/supervisor.ts'

const main = process.argv[2]!
const supervisor = startSupervisor({
  mains: { gateway: main, ingest: main, normalizer: main },
  env: process.env,
  gatewayEnv: {},
  log: { warn() {}, error() {} },
})
await supervisor.ready
process.stdout.write(`${JSON.stringify(supervisor.processes.map(p => p.pid()))}\n`)

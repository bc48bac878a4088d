// Runs before a process that must come after others, where all are replaced at once (init containers of the Helm chart),
// and ends when they have been replaced: before a gateway, the services; before who writes to a topic, its readers.
// `main.ts <name that resolves to their processes> <their admin port>`.
import { lookup } from 'node:dns/promises'
import { isIPv6 } from 'node:net'
import { PRODUCT_VERSION, systemClock } from '@wardline/kernel'
import { servicesFirst } from './services-first.ts'

const [name, port = '9090'] = process.argv.slice(2)
if (!name) throw new Error('name what resolves to the processes')

async function listeners(): Promise<readonly string[]> {
  try {
    const found = await lookup(name ?? '', { all: true })
    return found.map(({ address }) => `http://${isIPv6(address) ? `[${address}]` : address}:${port}`)
  } catch (error) {
    // No process is ready yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOTFOUND') return []
    throw error
  }
}

const log = (msg: string, facts: object = {}): boolean =>
  process.stderr.write(`${JSON.stringify({ level: 'info', msg, version: PRODUCT_VERSION, ...facts })}\n`)

// The first process of a container ends by a signal only if it says so. Not with 0: the gateway must not start.
process.once('SIGTERM', () => process.exit(143))
await servicesFirst({
  version: PRODUCT_VERSION,
  listeners,
  clock: systemClock,
  waiting: still => log('waiting for services of an earlier release to be replaced', { still }),
})
log('no service is of an earlier release')

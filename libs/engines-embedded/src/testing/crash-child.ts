// A process that writes and reports what was acknowledged, until it is killed. See ../crash.test.ts.
import { writeSync } from 'node:fs'
import { tenantId } from '@wardline/kernel'
import { numbered } from '@wardline/ports/testing'
import { openEmbedded } from '../index.ts'
import { crashDocs, crashItem } from './crash-samples.ts'

const [dataDir = '', round = '0'] = process.argv.slice(2)
const tenant = tenantId('ten_crash')
const engines = await openEmbedded({ dataDir })
/** In one system call, so that a kill cannot cut a line that was not acknowledged into one that was. */
const say = (line: string): void => void writeSync(1, `${line}\n`)
say('open')

/** Numbers that no earlier round has used. */
let last = Number(round) * 1_000_000
const next = (): number => ++last

async function publisher(): Promise<void> {
  for (;;) {
    const numbers = Array.from({ length: 1 + (last % 5) }, next)
    await engines.bus.publish(numbers.map(n => numbered(tenant, n)))
    say(`p ${numbers.join(' ')}`)
  }
}
async function documents(): Promise<void> {
  for (;;) {
    const n = next()
    const id = `doc_${n}`
    await engines.registry.write(
      crashDocs,
      tenant,
      { id, label: `l${n}`, tags: [`t${n}`] },
      { expect: 'absent', emit: [numbered(tenant, n)] },
    )
    say(`w ${n}`)
    if (n % 3 === 0) continue
    const [a, b] = [next(), next()]
    await engines.registry.write(
      crashDocs,
      tenant,
      { id, label: `m${n}` },
      { expect: 1, emit: [numbered(tenant, a), numbered(tenant, b)] },
    )
    say(`u ${n} ${a} ${b}`)
  }
}
async function indexer(): Promise<void> {
  for (;;) {
    const numbers = Array.from({ length: 1 + (last % 7) }, next)
    await engines.index.put(numbers.map(n => crashItem(tenant, n)))
    say(`i ${numbers.join(' ')}`)
  }
}
await Promise.all([publisher(), documents(), documents(), indexer()])

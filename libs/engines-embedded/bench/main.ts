// Measures the embedded engines alone, on this machine: `node bench/main.ts [seconds [names]]`. Prints numbers, asserts
// none.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { indexTokens, newId, tenantId } from '@wardline/kernel'
import type { IndexItem } from '@wardline/ports'
import { NUMBERED, numbered } from '@wardline/ports/testing'
import { openEmbedded } from '../src/index.ts'
import { type CrashDoc, crashDocs } from '../src/testing/crash-samples.ts'

const SECONDS = Number(process.argv[2] ?? 5)
const NAMES = new RegExp(process.argv[3] ?? '')
const tenant = tenantId('ten_bench')
const dataDir = mkdtempSync(join(process.env.WARDLINE_BENCH_DIR ?? tmpdir(), 'wardline-bench-'))
const engines = await openEmbedded({ dataDir })

/**
 * Runs `step`, `width` at a time, and prints how many units per second it did, how long each took, and how late this
 * thread's event loop was.
 */
async function measure(name: string, width: number, step: (n: number) => Promise<number>): Promise<void> {
  if (!NAMES.test(name)) return
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const took: number[] = []
  let [units, n] = [0, 0]
  delay.enable()
  const started = performance.now()
  const lane = async (): Promise<void> => {
    while (performance.now() - started < SECONDS * 1000) {
      const from = performance.now()
      const done = await step(n++)
      units += done
      took.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  const seconds = (performance.now() - started) / 1000
  took.sort((a, b) => a - b)
  const at = (p: number): string => (took[Math.floor(took.length * p)] ?? 0).toFixed(1)
  console.log(
    `${name.padEnd(44)} ${String(Math.round(units / seconds)).padStart(8)}/s   call p50 ${at(0.5)} p99 ${at(0.99)} ms   ` +
      `loop p99 ${(delay.percentile(99) / 1e6).toFixed(1)} max ${(delay.max / 1e6).toFixed(1)} ms`,
  )
}

const TEXT = 'Failed password for invalid user admin from 203.0.113.9 port 4022 ssh2, attempt'
const value = 'x'.repeat(500)
const events = Array.from({ length: 100 }, (_, n) => numbered(tenant, n, 'a', value))

const START = Date.parse('2026-11-21T00:00:00.000Z')
let made = 0
/** About 600 bytes of document, 20 words, second resolution as syslog has it, 5,000 events a second. */
function item(): IndexItem {
  const n = made++
  const eventId = newId('evt')
  const user = `user${n % 997}`
  const summary = `${TEXT} ${n} by ${user} on host${n % 211}`
  return {
    tenantId: tenant,
    eventId,
    partitionDay: '2026-11-21',
    retentionClass: 'default',
    eventTime: START + Math.floor(n / 5000) * 1000,
    words: indexTokens(summary),
    filters: {
      severityId: 1 + (n % 5),
      category: 'identity_access_management',
      eventType: 'authentication',
      logSourceId: `src_${n % 7}`,
      assetId: null,
      users: [user],
      ips: ['203.0.113.9'],
      hosts: [`host${n % 211}`],
    },
    event: {
      event_id: eventId,
      tenant_id: tenant,
      event_time: '2026-11-21T00:00:00.000Z',
      summary,
      pad: 'x'.repeat(300),
    },
    repeatable: true,
  }
}

await measure('publish, batches of 100, 8 at a time', 8, async () => {
  await engines.bus.publish(events)
  return events.length
})

await measure('paced: publish and put 5,000/s each', 1, async () => {
  const from = performance.now()
  await Promise.all([engines.bus.publish(events), engines.index.put(Array.from({ length: 100 }, item))])
  await new Promise(resolve => setTimeout(resolve, Math.max(0, 20 - (performance.now() - from))))
  return 100
})

let handled = 0
const running = await engines.bus.subscribe({
  group: 'bench',
  kinds: [NUMBERED],
  async handle(batch) {
    handled += batch.length
    return batch.map(() => 'ok')
  },
})
await measure('consume (decoded and checked), batches of 500', 1, async () => {
  const before = handled
  await new Promise(resolve => setTimeout(resolve, 50))
  return handled - before
})
await running.stop()

await measure('registry write with one event, 32 at a time', 32, async n => {
  const doc: CrashDoc = { id: `doc_${n}`, label: `l${n}` }
  await engines.registry.write(crashDocs, tenant, doc, { expect: 'absent', emit: [events[0] as (typeof events)[0]] })
  return 1
})
await measure('registry read, 8 at a time', 8, async n => {
  await engines.registry.read(crashDocs, tenant, `doc_${n % 1000}`)
  return 1
})
await measure('index put, batches of 500, 2 at a time', 2, async () => {
  await engines.index.put(Array.from({ length: 500 }, item))
  return 500
})
await measure('index put again, batches of 100, 4 at a time', 4, async () => {
  await engines.index.put(Array.from({ length: 100 }, item))
  return 100
})
console.log(`${made} events indexed`)
const search =
  (words: string[], extra: object = {}) =>
  async () => {
    const q = {
      from: START,
      to: START + 86_400_000,
      order: 'desc' as const,
      limit: 50,
      words,
      deadlineMs: 2000,
      ...extra,
    }
    await engines.index.search(tenant, q)
    return 1
  }
await measure('search newest 50', 1, search([]))
await measure('search a word on every event', 1, search(['password']))
await measure('search two frequent words', 1, search(['host7', 'user99']))
await measure('search a word that is on one event', 1, search(['12345']))
await measure('search a word that is nowhere', 1, search(['nowhere']))
await measure('search an OR of severities and a word', 1, search(['user5'], { severityIds: [4, 5], order: 'asc' }))

const closing = performance.now()
await engines.close()
console.log(`closed in ${Math.round(performance.now() - closing)} ms`)
rmSync(dataDir, { recursive: true, force: true })

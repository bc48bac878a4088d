import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import { NUMBERED } from '@wardline/ports/testing'
import { type EmbeddedEngines, openEmbedded } from './index.ts'
import { CRASH_TIME, crashDocs } from './testing/crash-samples.ts'

/** Kills per run, each at a different moment; fewer on a machine that cannot do them in a minute. */
const CRASHES = Number(process.env.WARDLINE_CRASHES ?? (process.env.WARDLINE_FULL_TESTS === '1' ? 200 : 12))
const LIMIT_MS = Number(process.env.WARDLINE_CRASHES_MS ?? 60_000)
/** Data folders that are written and crashed side by side. */
const LANES = 4
const CHILD = fileURLToPath(new URL('./testing/crash-child.ts', import.meta.url))
const tenant = tenantId('ten_crash')

/** What the killed processes had acknowledged. */
interface Acknowledged {
  readonly published: Set<number>
  /** Events in the outboxes of documents. */
  readonly emitted: Set<number>
  /** Number of a document -> whether its second write was acknowledged. */
  readonly docs: Map<number, boolean>
  readonly indexed: Set<number>
}

function note(line: string, to: Acknowledged): void {
  const [what, ...rest] = line.split(' ')
  const numbers = rest.map(Number)
  const [first = 0, ...others] = numbers
  if (what === 'p') for (const n of numbers) to.published.add(n)
  if (what === 'i') for (const n of numbers) to.indexed.add(n)
  if (what !== 'w' && what !== 'u') return
  to.docs.set(first, what === 'u')
  for (const n of what === 'w' ? [first] : others) to.emitted.add(n)
}

/** Starts a writing process and kills it a random time after its first acknowledgement. */
async function crashOnce(dataDir: string, round: number, to: Acknowledged): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [CHILD, dataDir, String(round)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const faults: string[] = []
  child.stderr?.on('data', (text: Buffer) => faults.push(String(text)))
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  let writing = false
  lines.on('line', line => {
    note(line, to)
    if (line === 'open' || writing) return
    writing = true
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 120)
  })
  await new Promise<void>((resolve, reject) =>
    lines.once('close', () => (writing ? resolve() : reject(new Error(faults.join(''))))),
  )
}

describe('a process that is killed at any moment', () => {
  const folders: string[] = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it(`has lost nothing that it acknowledged, and duplicated nothing, after ${CRASHES} kills`, async () => {
    const until = Date.now() + LIMIT_MS
    const lane = async (): Promise<number> => {
      const dataDir = mkdtempSync(join(tmpdir(), 'wardline-crash-'))
      folders.push(dataDir)
      const acknowledged: Acknowledged = {
        published: new Set(),
        emitted: new Set(),
        docs: new Map(),
        indexed: new Set(),
      }
      let rounds = 0
      while (rounds < CRASHES / LANES && Date.now() < until) await crashOnce(dataDir, ++rounds, acknowledged)
      const engines = await openEmbedded({ dataDir })
      try {
        await expectDocuments(engines, acknowledged)
        await expectIndex(engines, acknowledged)
        await expectEvents(engines, acknowledged)
      } finally {
        await engines.close()
      }
      return rounds
    }
    const rounds = await Promise.all(Array.from({ length: LANES }, lane))
    expect(Math.min(...rounds)).toBeGreaterThan(0)
  }, 240_000)
})

/**
 * Each document is stored at the acknowledged version, or at the next one: a write may be durable although its answer
 * was lost.
 */
async function expectDocuments({ registry }: EmbeddedEngines, { docs }: Acknowledged): Promise<void> {
  for (const [n, updated] of docs) {
    const found = await registry.read(crashDocs, tenant, `doc_${n}`)
    const versions = updated ? [2] : [1, 2]
    expect(versions).toContain(found?.version)
    expect(found?.doc.label).toBe(found?.version === 2 ? `m${n}` : `l${n}`)
    const byTag = await registry.list(crashDocs, tenant, { where: { tags: `t${n}` }, limit: 2 })
    expect(byTag).toHaveLength(found?.version === 2 ? 0 : 1)
  }
}

async function expectIndex({ index }: EmbeddedEngines, { indexed }: Acknowledged): Promise<void> {
  const found: string[] = []
  const query = {
    from: CRASH_TIME,
    to: CRASH_TIME + 1000,
    order: 'asc',
    limit: 200,
    words: ['common'],
    deadlineMs: 60_000,
  } as const
  for (let after: string | undefined; ; ) {
    const page = await index.search(tenant, after === undefined ? query : { ...query, after })
    found.push(...page.items.map(i => String(i.event.event_id)))
    if (page.next === null) break
    after = page.next
  }
  const once = new Set(found)
  expect(once.size).toBe(found.length)
  expect([...indexed].filter(n => !once.has(`evt_${n}`))).toEqual([])
  for (const n of [...indexed].slice(0, 50)) {
    expect(await index.read(tenant, `evt_${n}`)).toBeDefined()
    expect((await index.search(tenant, { ...query, words: [`word${n}`] })).items).toHaveLength(1)
  }
}

/** Published events once each; events of documents at least once, including those whose relay the kill interrupted. */
async function expectEvents({ bus, registry }: EmbeddedEngines, { published, emitted }: Acknowledged): Promise<void> {
  const seen = new Map<string, number>()
  const running = await bus.subscribe({
    group: 'check',
    kinds: [NUMBERED],
    async handle(batch) {
      for (const { envelope } of batch) seen.set(envelope.subject.id, (seen.get(envelope.subject.id) ?? 0) + 1)
      return batch.map(() => 'ok')
    },
  })
  while (running.health().lag > 0) await new Promise(resolve => setTimeout(resolve, 20))
  await running.stop()
  expect([...published].filter(n => seen.get(`evt_${n}`) !== 1)).toEqual([])
  expect([...emitted].filter(n => !seen.has(`evt_${n}`))).toEqual([])
  // A stored document has published its event, whether or not the write was acknowledged.
  for (const { doc } of await registry.list(crashDocs, tenant, { limit: 1000 }))
    expect(seen.has(`evt_${doc.id.slice(4)}`)).toBe(true)
}

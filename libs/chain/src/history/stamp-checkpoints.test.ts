import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createEgress, readAllowance } from '@wardline/http'
import { PLATFORM_TENANT, tenantId } from '@wardline/kernel'
import { timeAuthority } from '@wardline/pki/testing'
import { readTimeStamp } from '@wardline/pki/time-stamps'
import { auditChains, auditCheckpoints, auditHistories, auditRecords, auditTiles, tenants } from '@wardline/registries'
import { memoryPorts } from '@wardline/service-kit/testing'
import { canonicalDigest } from '../canonical-digest.ts'
import { createDocumentChain } from '../document-chain.ts'
import { rememberingAnchors } from './anchors.ts'
import { createHistory } from './history.ts'
import { historyWork } from './history-jobs.ts'
import type { LoggedLink } from './history-kind.ts'
import { createTimeStamper } from './time-stamper.ts'

interface Fact {
  readonly id: string
}
interface Link extends LoggedLink, Fact {}
type Collections = Parameters<typeof createDocumentChain<Fact, Link>>[0]

const TENANT = tenantId('ten_a')
const digestOf = ({ id, previous_digest }: Link): string => canonicalDigest({ id, previous_digest })

let openssl: ReturnType<typeof timeAuthority>
const closing: (() => unknown)[] = []
beforeAll(() => {
  openssl = timeAuthority()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => openssl.remove())

type Answer = (query: Buffer) => Buffer | undefined

/** A log of one tenant and an authority over HTTP, which answers as `authority.answer` says. */
async function kit(timeoutMs = 30_000) {
  const { ports, memory, clock } = memoryPorts('gateway')
  clock.set(Date.now())
  await memory.write(tenants, PLATFORM_TENANT, { id: TENANT } as never, { expect: 'absent' })
  const counted: string[] = []
  const metrics = {
    ...ports.metrics,
    count: (name: string, labels?: Readonly<Record<string, string>>) => {
      counted.push(`${name} ${labels?.outcome}`)
    },
  }
  const chain = createDocumentChain<Fact, Link>({
    registry: ports.registry,
    heads: auditChains as unknown as Collections['heads'],
    headId: 'audit',
    links: auditRecords as unknown as Collections['links'],
    idOf: fact => fact.id,
    linkOf(fact, position, previous_digest) {
      const link = { ...fact, position, previous_digest, digest: '' }
      return { ...link, digest: digestOf(link) }
    },
  })
  const history = createHistory<Link>({
    ...ports,
    kind: {
      name: 'audit',
      links: auditRecords as unknown as Collections['links'],
      states: auditHistories,
      tiles: auditTiles,
      checkpoints: auditCheckpoints,
      frontier: tenant => chain.frontier(tenant),
      digestOf: (_tenant, link) => digestOf(link),
    },
    anchors: rememberingAnchors(),
  })
  const authority: { answer: Answer; asked: number } = { answer: query => openssl.reply(query), asked: 0 }
  const server = await openssl.listen(query => {
    authority.asked++
    return authority.answer(query)
  })
  const egress = createEgress({ allow: readAllowance([server.host]) })
  closing.push(
    () => egress.close(),
    () => server.close(),
  )
  const stamper = createTimeStamper(server.url, egress, { timeoutMs })
  const { jobs } = historyWork({ ...ports, metrics, history, stamper, signEveryMs: 1_000 })
  const run = (name: string) => jobs.find(job => job.name === name)!.run({ signal: new AbortController().signal })
  let records = 0
  const signOne = async () => {
    await chain.append(TENANT, [{ id: `aud_${++records}` }])
    await run('sign-audit')
  }
  async function checkpoints() {
    const all = await memory.list(auditCheckpoints, TENANT, { order: { by: 'size', direction: 'asc' }, limit: 100 })
    return all.map(({ doc }) => doc)
  }
  /** As if the authority's clock had been ahead. */
  async function moveStamp(by: number) {
    const { doc, version } = (await memory.list(auditCheckpoints, TENANT, { limit: 1 }))[0]!
    const at = new Date(Date.parse(doc.timestamp!.at) + by).toISOString()
    const timestamp = { ...doc.timestamp!, at }
    await memory.write(auditCheckpoints, TENANT, { ...doc, timestamp }, { expect: version })
  }
  const sizesWithStamps = async () => (await checkpoints()).filter(c => c.timestamp).map(c => c.size)
  return {
    clock,
    authority,
    moveStamp,
    signOne,
    stamp: () => run('stamp-audit'),
    checkpoints,
    sizesWithStamps,
    counted,
    server,
  }
}

describe('A checkpoint', () => {
  it('is stamped by the authority after it was signed, and OpenSSL accepts the stamp', async () => {
    const k = await kit()
    await k.signOne()
    expect((await k.checkpoints())[0]?.timestamp).toBeUndefined()
    await k.stamp()
    const { note, timestamp } = (await k.checkpoints())[0]!
    const token = Buffer.from(timestamp!.token, 'base64')
    expect(timestamp!.authority).toBe('O=Test, CN=Test time authority')
    expect(openssl.accepts(token, Buffer.from(note))).toBe(true)
    const { at } = await readTimeStamp(token, Buffer.from(note), openssl.root)
    expect(Date.parse(timestamp!.at)).toBe(at)
    expect(k.counted).toEqual(['checkpoint_stamps_total stamped'])
    await k.stamp()
    expect(k.authority.asked).toBe(1)
  })

  it.each<[string, Answer, string]>([
    ['grants nothing', query => openssl.reply(query, { section: 'tsa_other' }), 'status'],
    ['answers another request', () => openssl.reply(otherQuery()), 'imprint'],
    ['sends no stamp', () => Buffer.from('<html>'), 'malformed'],
    ['sends too much', () => Buffer.alloc(100_000), 'too_large'],
    ['does not answer', () => undefined, 'timeout'],
    ['has a certificate for something else', query => openssl.replyOfWeb(query), 'purpose'],
  ])('is signed and has no stamp while the authority %s, and gets one later', async (_name, answer, reason) => {
    const k = await kit(reason === 'timeout' ? 2_000 : undefined)
    k.authority.answer = answer
    await k.signOne()
    await k.stamp()
    await k.signOne()
    expect((await k.checkpoints()).map(c => c.size)).toEqual([1, 2])
    expect(await k.sizesWithStamps()).toEqual([])
    expect(k.counted).toEqual([`checkpoint_stamps_total ${reason}`])
    k.authority.answer = query => openssl.reply(query)
    await k.stamp()
    expect(await k.sizesWithStamps()).toEqual([1, 2])
  })

  it('is signed and has no stamp while the authority is down', async () => {
    const k = await kit()
    k.server.close()
    await k.signOne()
    await k.stamp()
    expect(await k.sizesWithStamps()).toEqual([])
    expect(k.counted).toEqual(['checkpoint_stamps_total unreachable'])
  })

  it('has no stamp that is more than an hour from our own clock', async () => {
    const k = await kit()
    await k.signOne()
    for (const hours of [-2, 2]) {
      k.clock.set(Date.now() + hours * 3_600_000)
      await k.stamp()
    }
    expect(await k.sizesWithStamps()).toEqual([])
    expect(k.counted).toEqual(['checkpoint_stamps_total time', 'checkpoint_stamps_total time'])
  })

  it('has no stamp that is earlier than the one before', async () => {
    const k = await kit()
    await k.signOne()
    await k.stamp()
    await k.moveStamp(60_000)
    await k.signOne()
    await k.stamp()
    expect(await k.sizesWithStamps()).toEqual([1])
    expect(k.counted.at(-1)).toBe('checkpoint_stamps_total time')
  })

  it('is tried again only while it is among the eight newest', async () => {
    const k = await kit()
    for (let i = 0; i < 10; i++) await k.signOne()
    await k.stamp()
    expect(await k.sizesWithStamps()).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
    await k.stamp()
    expect(k.authority.asked).toBe(8)
  })

  it('is stamped once when two processes do it at the same time', async () => {
    const k = await kit()
    for (let i = 0; i < 3; i++) await k.signOne()
    await Promise.all([k.stamp(), k.stamp()])
    await k.stamp()
    expect(await k.sizesWithStamps()).toEqual([1, 2, 3])
    const times = (await k.checkpoints()).map(c => c.timestamp!.at)
    expect(times).toEqual(times.toSorted())
  })
})

/** A request over something that is not the checkpoint. */
function otherQuery(): Buffer {
  openssl.openssl('ts', '-query', '-data', 'root.pem', '-sha256', '-cert', '-out', 'other.tsq')
  return openssl.read('other.tsq')
}

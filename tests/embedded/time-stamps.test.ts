// Checkpoints with time stamps of an authority that OpenSSL runs: over the API, and by the verifier without a network.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { timeAuthority } from '@wardline/pki/testing'
import { createApiClient } from '../../tools/client/api.ts'
import { startInstance } from '../../tools/instance/start.ts'
import { wardline } from '../cli/wardline.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'wardline-stamps-'))
const saved = join(folder, 'saved')
const otherRoot = join(folder, 'other.pem')
let openssl: ReturnType<typeof timeAuthority>

interface Shown {
  readonly size: number
  readonly note: string
  readonly timestamp: { readonly at: string; readonly authority: string; readonly token: string } | null
}

const verify = (from: string, ...more: string[]) =>
  wardline(join(folder, 'nothing'), ['verify', '--json', '--log', 'audit', '--from', from, ...more])
const checkpointsOf = (from: string): Shown[] =>
  readFileSync(join(from, 'audit.checkpoints.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

/** What was saved, with checkpoints that somebody has changed. */
function changed(name: string, change: (all: Shown[]) => readonly Shown[]): string {
  const copy = join(folder, name)
  cpSync(saved, copy, { recursive: true })
  const lines = change(checkpointsOf(copy)).map(shown => `${JSON.stringify(shown)}\n`)
  writeFileSync(join(copy, 'audit.checkpoints.ndjson'), lines.join(''))
  return copy
}

/** Checkpoints with the stamps of `stamps`, in their order. */
const withStamps = (all: readonly Shown[], stamps: readonly Shown['timestamp'][]): Shown[] =>
  all.map((shown, i) => ({ ...shown, timestamp: stamps[i] ?? null }))

beforeAll(async () => {
  openssl = timeAuthority()
  writeFileSync(otherRoot, openssl.otherRoot)
  const server = await openssl.listen()
  const instance = await startInstance({
    dataDir: join(folder, 'data'),
    env: {
      ...{ WARDLINE_RATE_LIMITS: 'off', WARDLINE_CHECKPOINT_SECONDS: '1' },
      ...{ WARDLINE_TIMESTAMP_URL: server.url, WARDLINE_EGRESS_ALLOW: server.host },
    },
  })
  const api = createApiClient(instance.apiUrl, { token: instance.adminToken })
  try {
    const stamps = async (): Promise<(string | undefined)[]> =>
      (await api.get('/audit-records/checkpoints')).body.items.map((shown: Shown) => shown.timestamp?.at)
    // Stamps say whole seconds: two of different ones.
    const areTwo = async (): Promise<boolean> => {
      await api.post('/tickets', { title: 'x', description: 'x' })
      return new Set((await stamps()).filter(Boolean)).size >= 2
    }
    await until('two stamps', areTwo, 60_000, 500)
    expect((await wardline(instance.dataDir, ['verify', '--log', 'audit', '--save', saved])).code).toBe(0)
  } finally {
    await api.close()
    await instance.stop()
    server.close()
  }
}, 180_000)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  openssl.remove()
})

describe('a stamped history', () => {
  it('holds for the verifier without a network, and for OpenSSL', async () => {
    const found = await verify(saved, '--tsa-ca', openssl.rootFile)
    expect([found.code, found.stderr]).toEqual([0, ''])
    const stamped = checkpointsOf(saved).filter(shown => shown.timestamp)
    expect(found.json()[0]).toMatchObject({
      ...{ state: 'ok', faults: [], stamps_from: 'authority' },
      ...{ stamped: stamped.at(-1)?.size, stamped_at: new Date(stamped.at(-1)?.timestamp?.at ?? '').toISOString() },
    })
    for (const { note, timestamp } of stamped)
      expect(openssl.accepts(Buffer.from(timestamp?.token ?? '', 'base64'), Buffer.from(note))).toBe(true)
  })

  it('says when nobody named an authority', async () => {
    const found = await verify(saved)
    expect(found.code).toBe(0)
    expect(found.stderr).toMatch(/^stamp not verified against an authority: audit /)
    expect(found.json()[0]).toMatchObject({ state: 'ok', stamps_from: 'anybody' })
  })

  it('is refused when its stamps lead to another authority', async () => {
    const found = await verify(saved, '--tsa-ca', otherRoot)
    expect(found.code).toBe(1)
    expect(found.json()[0]).toMatchObject({ state: 'bad', stamped: 0, stamps_from: 'nowhere' })
  })
})

describe('the verifier finds', () => {
  const faultsOf = async (from: string): Promise<string[]> => {
    const found = await verify(from, '--tsa-ca', openssl.rootFile)
    expect(found.code).toBe(1)
    return [...new Set<string>(found.json()[0].faults.map((f: { fault: string }) => f.fault))]
  }

  it('a stamp that belongs to another checkpoint', async () => {
    const swapped = changed('swapped', all => withStamps(all, all.map(shown => shown.timestamp).toReversed()))
    expect(await faultsOf(swapped)).toEqual(['stamp'])
  })

  it('a token that was tampered with, and a time that is not the token’s', async () => {
    const tampered = changed('tampered', all =>
      all.map(shown => {
        const token = Buffer.from(shown.timestamp?.token ?? '', 'base64')
        token[token.length - 1] = (token.at(-1) ?? 0) ^ 1
        return shown.timestamp
          ? { ...shown, timestamp: { ...shown.timestamp, token: token.toString('base64') } }
          : shown
      }),
    )
    expect(await faultsOf(tampered)).toEqual(['stamp'])
    const earlier = changed('earlier', all =>
      all.map(shown =>
        shown.timestamp ? { ...shown, timestamp: { ...shown.timestamp, at: '2020-01-01T00:00:00.000Z' } } : shown,
      ),
    )
    expect(await faultsOf(earlier)).toEqual(['stamp'])
  })

  it('times that go backwards', async () => {
    // The first one is stamped again, and so later than the others.
    const [first] = checkpointsOf(saved)
    const { at, authority, token } = await openssl.stamp(Buffer.from(first?.note ?? ''))
    const timestamp = { at: new Date(at).toISOString(), authority, token: token.toString('base64') }
    const again = changed('again', all => all.with(0, { ...(first as Shown), timestamp }))
    expect(await faultsOf(again)).toEqual(['stamp_order'])
  })
})

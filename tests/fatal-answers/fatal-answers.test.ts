// 401 and 403 make an agent stop for good: whatever is wrong with us, a valid agent never gets them.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from '@jest/globals'
import { DAY_MS } from '@wardline/kernel'
import { createAuthority } from '@wardline/pki'
import { createClientCertificate } from '@wardline/pki/testing'
import { printTable, type Row } from '../faults/fault-table.ts'
import { enrolAgents, isFatal, type Told, type ValidAgents } from './agents.ts'
import { type Platform, type PlatformOptions, startPlatform } from './platform.ts'

/** How long a gateway may use what it has cached. */
const CACHED_MS = 2_200
const ROUNDS = 2

const rows: Row[] = []
afterAll(() => printTable(rows))

const TOKEN = { agent_class: 'endpoint', expires_in_seconds: 30 * 86_400 }

let platform: Platform
let agents: ValidAgents
const token = async (): Promise<string> =>
  ((await platform.call('createEnrollmentToken', TOKEN)) as { token: string }).token

async function start(options: PlatformOptions = {}): Promise<void> {
  platform = await startPlatform(options)
  agents = await enrolAgents({ ...platform, token }, 2 * ROUNDS + 4)
}
afterEach(async () => {
  await agents.close()
  await platform.stop()
})

/** Some rounds while the fault lasts, the first at once, the others when caches have forgotten. */
async function rounds(headers?: Record<string, string>): Promise<Told[]> {
  const told: Told[] = []
  for (let i = 0; i < ROUNDS; i++) {
    told.push(...(await agents.round(headers)))
    if (i === 0) await sleep(CACHED_MS)
  }
  return told
}

/** Adds the answers to the table, and checks them against the rule. */
function judge(fault: string, told: readonly Told[]): void {
  const served = told.filter(t => t.status === 200 || t.status === 201)
  const tally = Map.groupBy(told, t =>
    t.status === 0 ? 'no answer' : t.status < 300 ? 'served' : `${t.status} ${t.code}`,
  )
  const answers = [...tally].map(([answer, of]) => `${answer} x ${of.length}`).sort()
  const fatal = told.filter(isFatal)
  rows.push({ fault, asked: told.length, served: served.length, answers: answers.join(', '), fatal: fatal.length })
  expect(fatal).toEqual([])
  for (const t of told.filter(one => one.status >= 300)) {
    expect([429, 503]).toContain(t.status)
    expect([t.status, t.retryAfter! > 0]).toEqual([t.status, true])
  }
}

const served = (told: readonly Told[], what?: Told['what']): boolean =>
  told.filter(t => what === undefined || t.what === what).every(t => t.status === 200 || t.status === 201)

/** Everything works again, and the agents were served. */
async function recovered(): Promise<void> {
  await sleep(CACHED_MS)
  const told = await agents.round()
  expect(told.filter(t => t.status >= 300)).toEqual([])
}

describe('A valid agent is never told to stop', () => {
  it('when nothing is wrong', async () => {
    await start()
    const told = await rounds()
    judge('nothing', told)
    expect(served(told)).toBe(true)
  })

  it('when the registry is down', async () => {
    await start()
    platform.faults.registryDown = true
    const told = await rounds()
    judge('registry down', told)
    expect(told.some(t => t.status === 503)).toBe(true)
    platform.faults.registryDown = false
    await recovered()
  })

  it('when the bus accepts no events', async () => {
    await start()
    platform.faults.busDown = true
    const told = await rounds()
    judge('bus down', told)
    expect(served(told, 'heartbeat')).toBe(true)
    platform.faults.busDown = false
    await recovered()
  })

  it('when the key of the authority is unavailable after a restart', async () => {
    await start({ operatorsAuthority: true })
    platform.faults.authorityDown = true
    await platform.restart()
    const told = await rounds()
    judge('authority down', told)
    expect(served(told, 'heartbeat')).toBe(true)
    expect(served(told, 'exchange')).toBe(false)
    platform.faults.authorityDown = false
    await recovered()
  })

  it.each([
    ['behind', -DAY_MS],
    ['ahead', DAY_MS],
  ])('when the clock is a day %s, as it runs and after a restart', async (how, offset) => {
    await start()
    platform.faults.clockOffsetMs = offset
    judge(`clock a day ${how}`, await rounds())
    await platform.restart()
    // An exchange may be resumed for a day: after a restart nobody can tell that it was not one.
    const told = (await agents.round()).filter(t => offset < 0 || t.what !== 'resumed exchange')
    judge(`clock a day ${how}, restarted`, told)
    if (offset < 0) expect(told.every(t => t.status === 503)).toBe(true)
    platform.faults.clockOffsetMs = 0
  })

  it.each([
    ['than they are', async () => {}],
    [
      'than the authority that signed theirs',
      async () => {
        await platform.call('rotateCertificateAuthority', {}, {}, 'platform')
        platform.faults.clockOffsetMs += 61_000
        await sleep(CACHED_MS)
      },
    ],
  ])('when the registry was restored from a backup that is older %s', async (how, meanwhile) => {
    await start()
    const restore = platform.backup()
    await meanwhile()
    await agents.close()
    agents = await enrolAgents({ ...platform, token }, 2 * ROUNDS)
    restore()
    await sleep(CACHED_MS)
    // Whoever has no identity yet asks for a token that this registry has never seen, which is no token.
    const told = (await rounds()).filter(t => t.what === 'heartbeat' || t.what === 'renewal')
    judge(`restored from a backup older ${how}`, told)
    expect(new Set(told.map(t => t.code))).toEqual(new Set(['identity_unresolved']))
    expect(platform.alarms).toContain('agent_identity_unresolved')
  })

  it('when the registry has lost everything and the platform has started from scratch', async () => {
    await start()
    await platform.lose()
    await platform.restart()
    const told = (await rounds()).filter(t => t.what === 'heartbeat' || t.what === 'renewal')
    judge('an empty registry, and a new authority', told)
    expect(told.every(t => t.status === 503)).toBe(true)
  })

  it('when a proxy that is trusted loses, cuts or forges its header, or its own certificate', async () => {
    const mesh = await createAuthority({ commonName: 'Mesh', now: Date.now(), days: 10 })
    const name = 'spiffe://mesh.example/ingress'
    await start({ gateway: { trustedProxies: { sans: [name], authorities: [mesh.certificatePem] } } })
    const proxy = await createClientCertificate({ authority: mesh, uris: [name] })
    const ended = await createClientCertificate({
      authority: mesh,
      uris: [name],
      notBefore: Date.now() - 3 * DAY_MS,
      notAfter: Date.now() - DAY_MS,
    })
    for (const [fault, by, header] of [
      ['proxy header missing', proxy, () => undefined],
      ['proxy header garbled', proxy, (pem: string) => `Cert="${encodeURIComponent(pem).slice(0, 400)}"`],
      ['proxy header of two clients', proxy, (pem: string) => `Cert="${encodeURIComponent(pem)}",Cert=""`],
      ['proxy certificate expired', ended, (pem: string) => `Cert="${encodeURIComponent(pem)}"`],
    ] as const) {
      const told = await agents.throughProxy(by, header)
      judge(fault, told)
      expect(told.every(t => t.status === 503)).toBe(true)
    }
    const well = await agents.throughProxy(proxy, pem => `Cert="${encodeURIComponent(pem)}"`)
    judge('proxy, nothing wrong', well)
    expect(served(well)).toBe(true)
  })

  it('when a service throws what it should not', async () => {
    await start()
    platform.faults.bug = true
    const told = await rounds()
    judge('a bug', told)
    expect(told.every(t => t.status === 503)).toBe(true)
    platform.faults.bug = false
    await recovered()
  })

  it('when its tenant is suspended', async () => {
    await start()
    await platform.tenantState('suspended')
    await sleep(CACHED_MS)
    judge('tenant suspended', await rounds())
    await platform.tenantState('active')
    await recovered()
  })

  it('when the limit of exchanges from its network is reached', async () => {
    await start()
    await agents.flood(1_100)
    const told = await agents.round()
    judge('limiter full', told)
    expect(told.filter(t => t.what === 'exchange').every(t => t.code === 'rate_limited')).toBe(true)
    expect(served(told, 'heartbeat')).toBe(true)
  })
})

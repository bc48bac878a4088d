// Identities, heartbeats and handshakes per second through the TLS listener, and what of the machine each takes.
import { fork } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createKeyAndCsr, freshNonce } from '../../tools/client/agent.ts'
import { createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance } from '../../tools/instance/start.ts'
import type { AgentLoad, AgentLoadResult, AgentRequest } from './support/agent-load.ts'
import { quantile, type Row, report } from './support/report.ts'
import { cpuSeconds, peakRssMib } from './support/usage.ts'

export interface EnrollmentOptions {
  readonly agents: number
  readonly json: boolean
}

/** Threads that play agents, and connections of each. */
const THREADS = 2
const CONNECTIONS = 32
/** Heartbeats of each agent that keeps its connection. */
const BEATS = 400
const KEYS = 64

interface Measured {
  readonly perSecond: number
  readonly times: readonly number[]
  /** Of the platform, for each. */
  readonly cpuMs: number
  /** Cores that the platform kept busy. */
  readonly cores: number
  readonly bodies: readonly string[]
}

export async function benchEnrollment({ agents, json }: EnrollmentOptions): Promise<void> {
  const instance = await startInstance({ env: { WARDLINE_RATE_LIMITS: 'off' } })
  try {
    const keys = await Promise.all(Array.from({ length: KEYS }, () => createKeyAndCsr()))
    const exchangesOf = async (count: number): Promise<AgentRequest[]> =>
      (await makeTokens(instance, count)).map((enrollment_token, i) => ({
        path: '/api/v1/agent-enrollment/exchange',
        body: JSON.stringify({
          enrollment_token,
          nonce: freshNonce(),
          csr: keys[i % KEYS]!.csrPem,
          agent_class: 'endpoint',
          platform: 'linux',
          hostname: `host${i}.example`,
          fingerprint: { machine_id: `machine-${i}-${enrollment_token.slice(-8)}` },
        }),
      }))
    const [warm, fresh, kept] = [await exchangesOf(300), await exchangesOf(agents), await exchangesOf(agents)]
    const idle = peakRssMib(instance.pid)
    await measure(instance, warm, 'new')
    const enrolled = await measure(instance, fresh, 'new', true)
    const overKept = await measure(instance, kept, 'kept')
    const speaking = enrolled.bodies.slice(0, THREADS * CONNECTIONS).map(text => identityOf(text, keys))
    const beats = await measure(instance, heartbeatsOf(speaking, BEATS), 'kept')
    const handshakes = await measure(instance, handshakesOf(speaking, agents), 'handshake')
    const floor = await measureFloor(fresh)
    const rows: Row[] = [
      ...rowsOf('identities', 'identities, a new TLS connection each', enrolled, '>= 600'),
      ...rowsOf('identities_kept', 'identities, connections kept', overKept),
      {
        name: 'floor_per_second',
        label: 'floor: a bare node:https server, the same requests, new connections',
        value: floor.perSecond,
        unit: '/s',
      },
      { name: 'floor_cpu_ms', label: '  CPU of it, each', value: floor.cpuMs, unit: 'ms' },
      { name: 'ratio_to_floor', label: '  identities to it', value: enrolled.perSecond / floor.perSecond },
      ...rowsOf('heartbeats', 'heartbeats over kept mTLS', beats, '>= 3000 a core'),
      ...rowsOf('handshakes', 'mTLS handshakes (TLS 1.3), nothing asked', handshakes),
      { name: 'idle_rss_mib', label: 'peak RSS before', value: idle, unit: 'MiB' },
      { name: 'peak_rss_mib', label: 'peak RSS after all', value: peakRssMib(instance.pid), unit: 'MiB' },
    ]
    const title = `enrolment: ${agents} agents, P-256, ${THREADS * CONNECTIONS} at a time, ${availableParallelism()} cores shared with the load`
    report(title, rows, [boundBy('identities', enrolled), boundBy('heartbeats', beats)], json)
  } finally {
    await instance.stop()
    removeDataDir(instance.dataDir)
  }
}

/** Of the cores that are busy, one is the thread that serves TLS and HTTP, the rest storage and the thread pool. */
const boundBy = (what: string, { cores, perSecond, cpuMs }: Measured): string =>
  `${what}: ${perSecond.toFixed(0)}/s kept ${cores.toFixed(2)} cores of the platform busy (${cpuMs.toFixed(2)} ms of CPU each), ${
    cores > 1 ? 'bound by the thread that serves TLS and HTTP' : 'bound by waiting: the load and others have the cores'
  }`

/** Twice, for the first run warms it up as the platform was warmed up. */
async function measureFloor(requests: readonly AgentRequest[]): Promise<Measured> {
  const child = fork(fileURLToPath(new URL('./floors/bare-tls.ts', import.meta.url)), {
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  try {
    const [{ agentUrl, ca }] = (await once(child, 'message')) as [{ agentUrl: string; ca: string }]
    const floor = { pid: child.pid!, agentUrl, ca }
    await measure(floor, requests.slice(0, 300), 'new')
    return await measure(floor, requests, 'new')
  } finally {
    child.disconnect()
  }
}

async function makeTokens(instance: Instance, count: number): Promise<readonly string[]> {
  const api = createApiClient(instance.apiUrl, { token: instance.adminToken })
  const tokens: string[] = []
  const lane = async (): Promise<void> => {
    while (tokens.length < count) {
      const answer = await api.post('/enrollment-tokens', { agent_class: 'endpoint' })
      if (answer.status !== 201) throw new Error(`no token: ${answer.status}`)
      tokens.push(answer.body.token)
    }
  }
  await Promise.all(Array.from({ length: 16 }, lane))
  await api.close()
  return tokens.slice(0, count)
}

async function measure(
  { pid, agentUrl, ca }: Pick<Instance, 'pid' | 'agentUrl' | 'ca'>,
  requests: readonly AgentRequest[],
  mode: AgentLoad['mode'],
  keepBodies = false,
): Promise<Measured> {
  const { hostname, port } = new URL(agentUrl)
  const share = Math.ceil(requests.length / THREADS)
  const threads = Array.from({ length: THREADS }, (_, i) => {
    const load: AgentLoad = {
      host: hostname,
      port: Number(port),
      ca,
      mode,
      connections: CONNECTIONS,
      requests: requests.slice(i * share, (i + 1) * share),
    }
    return new Worker(new URL('./support/agent-load.ts', import.meta.url), { workerData: { ...load, keepBodies } })
  })
  const before = cpuSeconds(pid)
  const started = performance.now()
  const results = await Promise.all(threads.map(async t => (await once(t, 'message'))[0] as AgentLoadResult))
  const seconds = (performance.now() - started) / 1000
  const cpu = cpuSeconds(pid) - before
  const others = results.flatMap(r => Object.entries(r.others))
  if (others.length > 0) throw new Error(`not every request was answered: ${JSON.stringify(others)}`)
  const times = results.flatMap(r => r.times)
  return {
    perSecond: times.length / seconds,
    times,
    cpuMs: (cpu / times.length) * 1000,
    cores: cpu / seconds,
    bodies: results.flatMap(r => r.bodies),
  }
}

type Keys = readonly Awaited<ReturnType<typeof createKeyAndCsr>>[]

/** An identity that was given, with the key it is for. */
function identityOf(text: string, keys: Keys): Required<AgentRequest> {
  const body = JSON.parse(text) as { agent_id: string; certificate: string; ca_chain: string[] }
  const certificate = new X509Certificate(body.certificate)
  const key = keys.find(k => certificate.checkPrivateKey(createPrivateKey(k.keyPem)))!
  return {
    path: `/api/v1/agents/${body.agent_id}/telemetry/heartbeat`,
    body: '',
    cert: [body.certificate, ...body.ca_chain].join(''),
    key: key.keyPem,
  }
}

/** One thread's connections, and then the other's, are those of its first requests. */
function heartbeatsOf(identities: readonly Required<AgentRequest>[], each: number): AgentRequest[] {
  return Array.from({ length: identities.length * each }, (_, i) => {
    const half = Math.floor((i * THREADS) / (identities.length * each)) * CONNECTIONS
    const identity = identities[half + (i % CONNECTIONS)]!
    return { ...identity, body: heartbeat(Math.floor(i / identities.length)) }
  })
}

const handshakesOf = (identities: readonly Required<AgentRequest>[], count: number): AgentRequest[] =>
  Array.from({ length: count }, (_, i) => identities[i % identities.length]!)

const heartbeat = (sequence: number): string =>
  JSON.stringify({
    hostname: 'build-07.example',
    os_family: 'linux',
    os_version: '6.8.0',
    uptime_seconds: 86_400 + sequence,
    cpu_count: 8,
    cpu_usage_percent: 12.5,
    memory_total_bytes: 34_359_738_368,
    memory_used_bytes: 17_179_869_184,
    disks: [{ mount: '/', total_bytes: 994_662_584_320, used_bytes: 412_316_860_416 }],
    network_interfaces: [{ name: 'eth0', mac_address: '3c:22:fb:12:34:56', ip_addresses: ['192.0.2.17'] }],
    process_count: 421,
  })

function rowsOf(name: string, label: string, m: Measured, target?: string): Row[] {
  return [
    { name: `${name}_per_second`, label, value: m.perSecond, unit: '/s', ...(target ? { target } : {}) },
    { name: `${name}_p50_ms`, label: '  p50', value: quantile(m.times, 0.5), unit: 'ms' },
    { name: `${name}_p99_ms`, label: '  p99', value: quantile(m.times, 0.99), unit: 'ms' },
    { name: `${name}_cpu_ms`, label: '  CPU of the platform, each', value: m.cpuMs, unit: 'ms' },
    { name: `${name}_per_core`, label: '  so a core does', value: 1000 / m.cpuMs, unit: '/s' },
  ]
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from '@jest/globals'
import { ConfigError } from '@wardline/kernel'
import { readSupervisorConfig } from '../../tools/distributed/config.ts'
import { stateOfAll } from '../../tools/distributed/health.ts'
import { mergeMetrics } from '../../tools/distributed/merge-metrics.ts'
import { type Supervisor, type SupervisorOptions, startSupervisor } from '../../tools/distributed/supervisor.ts'
import { alive } from '../../tools/engines/process.ts'
import { until } from '../support/until.ts'

const MAIN = fileURLToPath(new URL('../../libs/host/src/process/testing/memory-service.ts', import.meta.url))
const SUPERVISOR = fileURLToPath(new URL('./support/supervise-memory-services.ts', import.meta.url))
const ENV = {
  ...process.env,
  WARDLINE_MASTER_KEY: randomBytes(32).toString('base64'),
  WARDLINE_LOG_LEVEL: 'fatal',
}

const running: Supervisor[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map(s => s.stop()))
})

interface Said {
  readonly process?: string
  readonly pid?: number
  readonly ended_by?: string
  readonly answer?: string
}

function start(options: Partial<SupervisorOptions> = {}): Supervisor & { readonly said: Said[] } {
  const said: Said[] = []
  const note = (facts: Said): void => void said.push(facts)
  const supervisor = startSupervisor({
    mains: { gateway: MAIN, ingest: MAIN, normalizer: MAIN },
    env: ENV,
    gatewayEnv: { FIXTURE: 'front' },
    log: { warn: note, error: note } as unknown as SupervisorOptions['log'],
    ...options,
  })
  running.push(supervisor)
  return Object.assign(supervisor, { said })
}

const pidsOf = (s: Supervisor): number[] => s.processes.flatMap(p => p.pid() ?? [])

describe('the supervisor of the distributed profile', () => {
  it('starts every service as a separate process, and tells the gateway where each listens', async () => {
    const s = start()
    const { services } = await s.ready
    expect(new Set(pidsOf(s)).size).toBe(3)
    const [ingest, normalizer] = s.processes.map(p => p.internalUrl())
    expect(services).toBe(`ingest=${ingest},normalizer=${normalizer}`)
  })

  it('starts the wanted number of processes of a service; the gateway calls the first', async () => {
    const s = start({ replicas: { normalizer: 2 } })
    const { services } = await s.ready
    expect(s.processes.map(p => p.name)).toEqual(['ingest', 'normalizer', 'normalizer-2', 'gateway'])
    expect(services).toContain(`normalizer=${s.processes[1]?.internalUrl()}`)
    expect(services?.split(',')).toHaveLength(2)
  })

  it('starts a service again that was killed, where the gateway looks for it', async () => {
    const s = start()
    await s.ready
    const ingest = s.processes[0]!
    const before = { pid: ingest.pid()!, url: ingest.internalUrl() }
    process.kill(before.pid, 'SIGKILL')
    await until(
      'another process',
      () => ingest.pid() !== undefined && ingest.pid() !== before.pid && ingest.adminUrl() !== undefined,
    )
    expect(ingest.internalUrl()).toBe(before.url)
    expect(s.said).toMatchObject([{ process: 'ingest', ended_by: 'SIGKILL' }])
    expect(s.processes.slice(1).map(p => p.pid())).not.toContain(undefined)
  })

  it('starts a service again that hangs: it was stopped, and answers nothing', async () => {
    const s = start({ watch: { everyMs: 1_500, answerMs: 1_000, graceMs: 200 } })
    await s.ready
    const ingest = s.processes[0]!
    const before = ingest.pid()!
    process.kill(before, 'SIGSTOP')
    await until(
      'another process',
      () => ingest.pid() !== undefined && ingest.pid() !== before && ingest.adminUrl() !== undefined,
    )
    const ofIngest = s.said.filter(line => line.process === 'ingest')
    expect(ofIngest).toContainEqual({ process: 'ingest', pid: before, answer: 'none' })
    expect(ofIngest).toContainEqual(expect.objectContaining({ ended_by: 'SIGKILL' }))
    expect(alive(before)).toBe(false)
  })

  it('passes SIGHUP on, which ends no process', async () => {
    const s = start()
    await s.ready
    const pids = pidsOf(s)
    for (let i = 0; i < 3; i++) s.reload()
    const state = stateOfAll(s.processes, () => false)
    expect(await state.live()).toBe(true)
    expect(pidsOf(s)).toEqual(pids)
  })

  it('ends every process when it stops', async () => {
    const s = start()
    await s.ready
    const pids = pidsOf(s)
    await s.stop()
    expect(pids.filter(alive)).toEqual([])
  })

  it('stops even while its services wait for engines that are down', async () => {
    const s = start({ env: { ...ENV, FIXTURE: 'engines-down' } })
    await until('three processes', () => s.processes.length === 3)
    const pids = pidsOf(s)
    await s.stop()
    await expect(s.ready).rejects.toThrow('was stopped')
    expect(pids.filter(alive)).toEqual([])
  })

  it('says which service cannot be configured, instead of starting it again and again', async () => {
    const s = start({ env: { ...ENV, WARDLINE_MASTER_KEY: '' } })
    await expect(s.ready).rejects.toThrow('its configuration is not usable')
  })

  it('takes its processes with it when it is killed', async () => {
    const child = spawn(process.execPath, [SUPERVISOR, MAIN], { env: ENV, stdio: ['ignore', 'pipe', 'ignore'] })
    const line = await new Promise<string>(resolve => child.stdout.once('data', data => resolve(String(data))))
    const pids = JSON.parse(line) as number[]
    expect(pids.filter(alive)).toHaveLength(3)
    child.kill('SIGKILL')
    await until('the end of all', () => !pids.some(alive))
  })
})

describe('health and metrics of all', () => {
  it('are those of every process, and name the one that is not ready', async () => {
    const s = start({ env: { ...ENV, FIXTURE: '' } })
    await s.ready
    const state = stateOfAll(s.processes, () => false)
    expect([await state.live(), await state.notReady()]).toEqual([true, undefined])
    expect(await state.metricsText()).toMatch(/wardline_engine_up\{service="normalizer",engine="memory"\} 1/)
    process.kill(s.processes[1]!.pid()!, 'SIGSTOP')
    expect(await state.notReady()).toBe('normalizer: no answer')
    expect(await state.metricsText()).toContain('wardline_ready{service="normalizer"} 0\n')
    process.kill(s.processes[1]!.pid()!, 'SIGCONT')
  })

  it('keep one HELP and TYPE a family, with every sample under its service', () => {
    const text = (n: number): string =>
      `# HELP a first\n# TYPE a counter\na ${n}\na{x="y z"} ${n}\n\n# HELP b second\n# TYPE b gauge\nb ${n}\n`
    expect(
      mergeMetrics(
        new Map([
          ['one', text(1)],
          ['two', text(2)],
        ]),
      ),
    ).toBe(
      [
        '# HELP a first',
        '# TYPE a counter',
        'a{service="one"} 1',
        'a{service="one",x="y z"} 1',
        'a{service="two"} 2',
        'a{service="two",x="y z"} 2',
        '# HELP b second',
        '# TYPE b gauge',
        'b{service="one"} 1',
        'b{service="two"} 2',
        '',
      ].join('\n'),
    )
  })
})

describe('the configuration of the supervisor', () => {
  const ENGINES = { WARDLINE_KAFKA_BROKERS: 'k:1', WARDLINE_MONGODB_URL: 'mongodb://m' }

  it('uses the engines that the environment names', () => {
    const config = readSupervisorConfig({ ...ENGINES, WARDLINE_REPLICAS: 'normalizer=2, detector=3' })
    expect(config).toMatchObject({ replicas: { normalizer: 2, detector: 3 }, childEnv: ENGINES, hasMasterKey: false })
  })

  it.each([
    [{ WARDLINE_REPLICAS: 'gateway=2' }, /WARDLINE_REPLICAS: service=count/],
    [{ WARDLINE_REPLICAS: 'normalizer=0' }, /WARDLINE_REPLICAS: service=count/],
    [{ WARDLINE_ADMIN_PORT: '-1' }, /WARDLINE_ADMIN_PORT: a whole number/],
  ])('refuses %j', (env, expected) => {
    const read = (): unknown => readSupervisorConfig({ ...ENGINES, ...env })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(expected)
  })
})

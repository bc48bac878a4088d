import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { View } from '@wardline/api'
import { ConfigError, PLATFORM_TENANT, type Principal, readConfig, setting } from '@wardline/kernel'
import type { Service } from '@wardline/service-kit'
import { createInternalSigner, internalKeys } from '../internal-token.ts'
import { createRemoteDispatch } from '../remote/remote-dispatch.ts'
import { type ServiceProcess, type ServiceProcessOptions, startServiceProcess } from './service-process.ts'
import { type ScriptedEngines, scriptedEngines } from './testing/scripted-engines.ts'

const KEY = randomBytes(32)
const ENV = {
  WARDLINE_MASTER_KEY: KEY.toString('base64'),
  WARDLINE_ADMIN_PORT: '0',
  WARDLINE_INTERNAL_PORT: '0',
  WARDLINE_LOG_LEVEL: 'silent',
}
const PRINCIPAL: Principal = {
  type: 'service_account',
  id: 'sva_1',
  tenantId: PLATFORM_TENANT,
  roles: ['platform_admin'],
}

const MADE: View<'LogSource'> = {
  log_source_id: 'src_1',
  name: 'made',
  description: null,
  format: 'json',
  vendor: null,
  product: null,
  timezone: 'UTC',
  state: 'active',
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: '2026-03-01T00:00:00.000Z',
  version: 1,
}

const running: ServiceProcess[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map(p => p.stop()))
})

const service = (parts: Partial<Service> = {}): Service => ({
  name: 'ingest',
  operations: { createLogSource: async () => ({ status: 201, body: MADE }) },
  subscriptions: [],
  jobs: [],
  ...parts,
})

async function start(
  engines: ScriptedEngines,
  options: Partial<ServiceProcessOptions<object>> = {},
): Promise<ServiceProcess> {
  const started = await startServiceProcess({
    name: 'ingest',
    env: ENV,
    config: () => ({}),
    engines: () => engines.open,
    build: () => service(),
    ...options,
  })
  running.push(started)
  return started
}

const ask = async (p: ServiceProcess, path: string): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${p.adminUrl}${path}`)
  return { status: answer.status, text: (await answer.text()).trim() }
}

const callIngest = async (p: ServiceProcess, engines: ScriptedEngines) => {
  const remote = createRemoteDispatch({
    ownerOf: () => 'ingest',
    urlOf: () => p.internalUrl,
    signer: createInternalSigner(internalKeys(await engines.keyring(KEY)).privateKey),
  })
  const request = { operationId: 'createLogSource', principal: PRINCIPAL, signal: new AbortController().signal }
  return remote.dispatch(request as never).finally(() => remote.close())
}

describe('a service process', () => {
  it('names every fault of its configuration at once: its own, the engines’ and those of the host', async () => {
    const faults = await startServiceProcess({
      name: 'ingest',
      env: { WARDLINE_ADMIN_PORT: 'many', WARDLINE_HOST: '192.0.2.1' },
      config: env => readConfig(env, { WARDLINE_OWN: setting.text() }),
      engines: () => {
        throw new ConfigError(['WARDLINE_KAFKA_BROKERS is required'])
      },
      build: () => service(),
    }).then(
      () => [],
      (error: ConfigError) => error.faults,
    )
    expect(faults).toEqual([
      'WARDLINE_MASTER_KEY is required',
      expect.stringMatching(/^WARDLINE_ADMIN_PORT: a whole number/),
      'WARDLINE_OWN is required',
      'WARDLINE_KAFKA_BROKERS is required',
      expect.stringMatching(/^WARDLINE_HOST: .*WARDLINE_INTERNAL_PLAINTEXT=allow/),
    ])
  })

  it.each([
    [
      'a master key that is too short',
      { WARDLINE_MASTER_KEY: 'c2hvcnQ=' },
      /WARDLINE_MASTER_KEY: the base64 of at least 32/,
    ],
    ['half a certificate', { WARDLINE_INTERNAL_TLS_CERT_FILE: '/nowhere' }, /given together/],
    [
      'a certificate that cannot be read',
      { WARDLINE_INTERNAL_TLS_CERT_FILE: '/nowhere/canary', WARDLINE_INTERNAL_TLS_KEY_FILE: '/nowhere/canary' },
      /WARDLINE_INTERNAL_TLS_CERT_FILE: the file cannot be read/,
    ],
  ])('refuses %s, without showing the value', async (_, env, expected) => {
    const fault = await start(scriptedEngines(), { env: { ...ENV, ...env } }).then(String, String)
    expect(fault).toMatch(expected)
    expect(fault).not.toMatch(/canary|c2hvcnQ/)
  })

  it('runs, is ready and live, and answers operations only to callers with an internal token', async () => {
    const engines = scriptedEngines()
    const p = await start(engines)
    expect(await p.started).toEqual({})
    expect([await ask(p, '/readyz'), await ask(p, '/healthz')]).toEqual([
      { status: 200, text: 'ready' },
      { status: 200, text: expect.stringMatching(/^live\nwardline \S+ \w+$/) },
    ])
    expect(await callIngest(p, engines)).toMatchObject({ status: 201, body: MADE })
    const bare = await fetch(`${p.internalUrl}/internal/v1/operations/createLogSource`, { method: 'POST', body: '{}' })
    expect(bare.status).toBe(404)
  })

  it('waits for engines that are down: alive, not ready, 503 to the gateway, and runs once they are there', async () => {
    const engines = scriptedEngines()
    engines.openFault = new Error('nobody answers')
    const p = await start(engines)
    expect(await ask(p, '/readyz')).toEqual({ status: 503, text: 'starting: memory: nobody answers' })
    expect((await ask(p, '/healthz')).status).toBe(200)
    await expect(callIngest(p, engines)).rejects.toMatchObject({ code: 'unavailable' })
    engines.openFault = undefined
    await p.started
    expect((await ask(p, '/readyz')).status).toBe(200)
    expect((await callIngest(p, engines)).status).toBe(201)
  })

  it('closes the engines and tries again when the service itself cannot start yet', async () => {
    const engines = scriptedEngines()
    let faults = 1
    const p = await start(engines, {
      build: () =>
        service({
          async start() {
            if (faults-- > 0) throw new Error('the store is down')
          },
        }),
    })
    await p.started
    expect([engines.opened, engines.closed]).toEqual([2, 1])
  })

  it('gives up with one line when the master key is not the one that the registry was written with', async () => {
    const engines = scriptedEngines()
    await engines.keyring(randomBytes(32))
    const p = await start(engines)
    const fault = await p.started.then(() => undefined, String)
    expect(fault).toBe(
      'StartFault: WARDLINE_MASTER_KEY is not the key that the registry was written with: set the right one',
    )
    expect(engines.opened).toBe(1)
  })

  it('starts with the previous master key as well, so that the new one can be set before the keys are rotated', async () => {
    const engines = scriptedEngines()
    const previous = randomBytes(32)
    await engines.keyring(previous)
    const p = await start(engines, { env: { ...ENV, WARDLINE_MASTER_KEY_PREVIOUS: previous.toString('base64') } })
    expect(await p.started).toEqual({})
  })

  it('is not ready while an engine is down, and says which', async () => {
    const engines = scriptedEngines()
    const p = await start(engines)
    await p.started
    engines.down = 'connection refused'
    expect(await ask(p, '/readyz')).toEqual({ status: 503, text: 'memory: connection refused' })
    expect((await ask(p, '/metrics')).text).toContain('wardline_engine_up{engine="memory"} 0')
    engines.down = undefined
    expect((await ask(p, '/readyz')).status).toBe(200)
  })

  it('stays ready without an engine that its requests do not need', async () => {
    const engines = scriptedEngines()
    const p = await start(engines, { needs: ['another'] })
    await p.started
    engines.down = 'connection refused'
    expect((await ask(p, '/readyz')).status).toBe(200)
    expect((await ask(p, '/metrics')).text).toContain('wardline_engine_up{engine="memory"} 0')
  })

  it('is not live when a consuming loop has not turned for a minute', async () => {
    const engines = scriptedEngines()
    const stuck: ServiceProcessOptions<object>['engines'] = () => async s => {
      const opened = await engines.open(s)
      const lastTickAt = Date.now() - 61_000
      const subscribe = async () => ({ health: () => ({ lastTickAt, failing: true, lag: 1 }), stop: async () => {} })
      return { ...opened, bus: { ...opened.bus, subscribe } }
    }
    const subscriptions = [
      { group: 'g', kinds: ['alert.created' as const], handle: async () => [], rejections: 'none' as const },
    ]
    const p = await start(engines, { engines: stuck, build: () => service({ subscriptions }) })
    await p.started
    expect(await ask(p, '/healthz')).toEqual({ status: 503, text: expect.stringMatching(/^stuck\n/) })
  })

  it('drains: finishes the current request, then stops the service, then closes the engines', async () => {
    const order: string[] = []
    const engines = scriptedEngines()
    let finish: (() => void) | undefined
    const entered = Promise.withResolvers<void>()
    const p = await start(engines, {
      build: () =>
        service({
          operations: {
            createLogSource: () =>
              new Promise(resolve => {
                finish = () => {
                  order.push(`answered, engines closed ${engines.closed} times`)
                  resolve({ status: 201, body: MADE })
                }
                entered.resolve()
              }),
          },
          async stop() {
            order.push(`stopped, engines closed ${engines.closed} times`)
          },
        }),
    })
    await p.started
    const answer = callIngest(p, engines)
    await entered.promise
    const stopped = p.stop()
    expect((await ask(p, '/readyz')).text).toBe('draining')
    finish?.()
    expect((await answer).status).toBe(201)
    await stopped
    expect(order).toEqual(['answered, engines closed 0 times', 'stopped, engines closed 0 times'])
    expect(engines.closed).toBe(1)
  })

  it('stops while it still waits for its engines', async () => {
    const engines = scriptedEngines()
    engines.openFault = new Error('nobody answers')
    const p = await start(engines)
    await p.stop()
    expect(await p.started).toBeUndefined()
  })

  it('does not wait for a port that another process uses', async () => {
    const first = await start(scriptedEngines())
    const { port } = new URL(first.adminUrl)
    await expect(start(scriptedEngines(), { env: { ...ENV, WARDLINE_ADMIN_PORT: port } })).rejects.toThrow('EADDRINUSE')
  })
})

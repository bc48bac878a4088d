import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { ConfigError, readConfig } from '@wardline/kernel'
import type { Logger } from 'pino'
import { openTelemetry, type Telemetry } from './open-telemetry.ts'
import { TRACE_SETTINGS, tracesEndpoint } from './trace-settings.ts'

const HOST = JSON.stringify(new URL('../index.ts', import.meta.url).href)
const BUILD = { version: '1.2.3', commit: 'abc1234' }
const read = (env: Record<string, string>) => readConfig(env, TRACE_SETTINGS)

async function opened(env: Record<string, string>): Promise<Telemetry & { readonly warnings: readonly object[] }> {
  const warnings: object[] = []
  const log = { warn: (facts: object) => void warnings.push(facts), info() {}, error() {} } as unknown as Logger
  const telemetry = await openTelemetry({ traces: read(env), build: BUILD, services: [], name: 'wardline', log })
  return { ...telemetry, warnings }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise(r => setTimeout(r, 20)))
    if (await holds()) return
  throw new Error('it did not happen in time')
}

describe('the settings of traces', () => {
  it.each([
    [{}, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, 'http://c:4318/v1/traces'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/base/' }, 'http://c:4318/base/v1/traces'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/x' }, 'http://t/x'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_SDK_DISABLED: 'TRUE' }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_EXPORTER: 'none' }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER: 'always_off' }, undefined],
  ])('%j send spans to %s', (env, endpoint) => {
    expect(tracesEndpoint(read(env as Record<string, string>))).toBe(endpoint)
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'hunter2'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'file:///hunter2'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'hunter2'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ])('%s=%s is refused, without its value', (name, value) => {
    const read = () => readConfig({ [name]: value }, TRACE_SETTINGS)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(name))
    expect(read).not.toThrow(/hunter2/)
  })
})

describe('a process without an endpoint for traces', () => {
  it('traces nothing and does not load the SDK', () => {
    const script = `
      import { createRequire } from 'node:module'
      const { openTelemetry, TRACE_SETTINGS } = await import(${HOST})
      const { readConfig } = await import('@wardline/kernel')
      const build = { version: '1', commit: 'unknown' }
      const of = env => openTelemetry({ traces: readConfig(env, TRACE_SETTINGS), build, services: [], name: 'w', log: {} })
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).some(p => p.includes('/@opentelemetry/sdk-trace/'))
      const off = await of({})
      const before = loaded()
      const on = await of({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
      console.log(JSON.stringify([off.tracing.on, before, on.tracing.on, loaded()]))`
    const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script]
    const cwd = fileURLToPath(new URL('../..', import.meta.url))
    expect(JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' }))).toEqual([
      false,
      false,
      true,
      true,
    ])
  }, 60_000)

  it('says what runs all the same', async () => {
    const { metrics } = await opened({})
    expect(await metrics.text([])).toContain('wardline_build_info{version="1.2.3",commit="abc1234"} 1')
  })
})

describe('a collector', () => {
  it('that cannot be reached costs dropped spans, which are counted, and one warning', async () => {
    const { tracing, metrics, warnings } = await opened({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
      OTEL_BSP_SCHEDULE_DELAY: '10',
    })
    const failed = async (): Promise<number> =>
      Number(/trace_spans_total\{outcome="failed"\} (\d+)/.exec(await metrics.text([]))?.[1])
    for (let round = 1; round <= 3; round++) {
      await tracing.request({ name: 'POST /x' }, undefined, async () => {})
      await until(async () => (await failed()) === round)
    }
    await tracing.close()
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toContain('127.0.0.1')
  }, 60_000)

  it('that is slow holds up no work: what exceeds the queue is dropped', async () => {
    const { tracing, metrics, warnings } = await opened({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
      OTEL_BSP_MAX_QUEUE_SIZE: '10',
      OTEL_BSP_SCHEDULE_DELAY: '60000',
    })
    const all = Array.from({ length: 500 }, () => tracing.request({ name: 'GET /x' }, undefined, async () => 1))
    expect(await Promise.all(all)).toHaveLength(500)
    const dropped = /trace_spans_total\{outcome="dropped"\} (\d+)/.exec(await metrics.text([]))?.[1]
    expect(Number(dropped)).toBeGreaterThanOrEqual(400)
    expect(warnings.length).toBeGreaterThanOrEqual(1)
    await tracing.close()
  }, 60_000)

  it('gets the headers that it asks for, and its answers are not in our log', async () => {
    const seen: unknown[] = []
    const server = createServer((req, res) => {
      seen.push(req.headers['x-key'])
      req.resume()
      res.writeHead(401).end('canary answer')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { tracing, warnings } = await opened({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret',
    })
    await tracing.request({ name: 'POST /x' }, undefined, async () => {})
    await tracing.close()
    server.close()
    expect(seen).toEqual(['a secret'])
    expect(JSON.stringify(warnings)).toBe('[{"fault":"401"}]')
  }, 60_000)
})

describe('metrics of a process that traces', () => {
  it('have the trace of an observation as exemplar, for scrapers that ask for OpenMetrics', async () => {
    const { tracing, metrics } = await opened({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    })
    const labels = { operation: 'ingestLogs', status: '2xx' }
    let id: string | undefined
    await tracing.request({ name: 'POST /x' }, undefined, async () => {
      id = tracing.ids()?.trace_id
      metrics.observe('gateway_request_seconds', 0.003, labels)
    })
    metrics.observe('gateway_request_seconds', 0.003, labels)
    metrics.observe('gateway_request_seconds', 60, labels)
    metrics.count('heartbeats_total')
    const other = await opened({})
    other.metrics.count('heartbeats_total')
    const text = await metrics.text([await other.metrics.snapshot()], 'openmetrics')
    const line = text.split('\n').find(l => l.includes('le="0.005"') && l.includes('ingestLogs'))
    expect(line).toMatch(
      new RegExp(
        `^wardline_gateway_request_seconds_bucket\\{.*\\} 2 # \\{trace_id="${id}",span_id="[0-9a-f]{16}"\\} 0.003 [\\d.]+$`,
      ),
    )
    expect(text.match(/ # \{/g)).toHaveLength(1)
    expect(text).toMatch(/# TYPE wardline_heartbeats counter\nwardline_heartbeats_total 2\n/)
    expect(text.endsWith('\n# EOF\n')).toBe(true)
    const plain = await metrics.text([])
    expect(plain).not.toContain('trace_id')
    expect(plain).toContain('# TYPE wardline_heartbeats_total counter')
    await tracing.close()
  }, 60_000)
})

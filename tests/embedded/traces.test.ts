import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance, temporaryDataDir } from '../../tools/instance/start.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.ts'
import { syslogTime } from '../support/syslog-time.ts'
import { eventuallyTraced, STEPS, tracedAttack, withoutParent } from '../support/traced-attack.ts'
import { eventually } from '../support/until.ts'

const dataDir = temporaryDataDir()
let collector: OtlpReceiver
let instance: Instance
beforeAll(async () => {
  collector = await startOtlpReceiver()
  instance = await startInstance({
    dataDir,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=key-of-the-collector',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      WARDLINE_COMMIT: '0123456789abcdef0123456789abcdef01234567',
    },
  })
}, 90_000)
afterAll(async () => {
  await instance?.stop()
  await collector?.close()
  removeDataDir(dataDir)
})

const api = () => createApiClient(instance.apiUrl, { token: instance.adminToken })
const scrape = async (accept: string) => {
  const answer = await fetch(`${instance.adminUrl}/metrics`, { headers: { accept } })
  return { type: answer.headers.get('content-type'), text: await answer.text() }
}

describe('a log that raises an alert', () => {
  it('has one trace from its request to its alert, across threads and the bus', async () => {
    const traceId = await tracedAttack(api())
    const spans = await eventuallyTraced(collector, traceId)
    expect(spans.map(span => span.name)).toEqual(expect.arrayContaining([...STEPS]))
    expect(new Set(spans.map(span => span.source['thread.name']))).toEqual(
      new Set([undefined, 'normalizer', 'detector']),
    )
    for (const { source } of spans)
      expect(source).toMatchObject({ 'service.name': 'wardline', 'deployment.environment.name': 'test' })
    expect(withoutParent(spans).map(span => span.name)).toEqual(['POST /api/v1/logs/ingest'])
    expect(collector.headers[0]?.['x-collector-key']).toBe('key-of-the-collector')
  }, 90_000)

  it('has its trace as an exemplar of the metrics, for a scraper that asks for OpenMetrics', async () => {
    const open = await scrape('application/openmetrics-text;version=1.0.0,text/plain;q=0.5')
    expect(open.type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    const exemplars = [...open.text.matchAll(/^wardline_(\w+)_seconds_bucket\{.*\} \d+ # \{trace_id="[0-9a-f]{32}"/gm)]
    expect(exemplars.map(found => found[1])).toEqual(expect.arrayContaining(['gateway_request', 'handler']))
    const plain = await scrape('text/plain')
    expect(plain.type).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(plain.text).not.toContain('trace_id')
    expect(plain.text).toMatch(/wardline_build_info\{version="[^"]+",commit="0123456789ab"\} 1/)
    expect(await (await fetch(`${instance.adminUrl}/healthz`)).text()).toMatch(/^live\nwardline \S+ 0123456789ab\n$/)
  }, 30_000)
})

describe('what is sent to a collector', () => {
  it('holds nobody’s data, no log, no credential, and nothing that a caller wrote', async () => {
    const client = api()
    const canaries = {
      baggage: 'user=canary-baggage',
      tracestate: 'canary=canary-tracestate',
      'user-agent': 'canary-agent',
      'x-request-id': 'canary-request-id',
      'idempotency-key': 'canary-idempotency',
    }
    const source = await client.post('/log-sources', { name: 'canary-source', format: 'syslog' }, canaries)
    const events = [
      { raw: `<13>${syslogTime()} canary-host sshd[1]: canary-ann@corp.example`, event_ref: 'canary-ref' },
    ]
    await client.post('/logs/ingest', { log_source_id: source.body.log_source_id, events }, canaries)
    await client.post('/tickets', { title: 'canary-title', description: 'canary-description' }, canaries)
    await client.get('/logs/search?q=canary-query&user=canary-user', canaries)
    await client.get('/alerts/canary-path', canaries)
    await client.get('/canary-route', canaries)
    await createApiClient(instance.apiUrl, { token: 'canary-token' }).get('/alerts', canaries)
    await client.post('/tickets', { title: 7, canary: 'canary-body' }, canaries)
    const of = (name: string): readonly ReceivedSpan[] => collector.spans.filter(span => span.name === name)
    const areThere = (): boolean =>
      of('POST /api/v1/tickets').length >= 2 && of('process log.event.normalized').length >= 2
    await eventually(areThere, Boolean, 30_000)
    expect(of('POST /api/v1/tickets').map(span => span.facts['http.response.status_code'])).toEqual([201, 422])
    expect(of('GET /api/v1/alerts/{alert_id}')).not.toEqual([])
    const sent = collector.bytes()
    expect(sent.includes('createTicket')).toBe(true)
    for (const secret of ['canary', 'corp.example', instance.adminToken, instance.adminToken.slice(0, 16)])
      expect(sent.includes(secret)).toBe(false)
  }, 60_000)
})

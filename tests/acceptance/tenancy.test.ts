// One tenant tries everything that it could know about another: ids, cursors, tokens, certificates, idempotency keys,
// sequences. It gets exactly the answer for something that does not exist, byte for byte, and learns nothing.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type EnrolledAgent, enrol } from '../../tools/client/agent.ts'
import type { Answer, ApiClient } from '../../tools/client/api.ts'
import { syslogTime } from '../support/syslog-time.ts'
import { ask, type Operation, operations } from './api-operations.ts'
import { eventually, freshTenant, target } from './target.ts'

/** A range of a search that has everything that these tests send. */
const TODAY = `from=${new Date(Date.now() - 86_400_000).toISOString()}&to=${new Date(Date.now() + 86_400_000).toISOString()}`

/** Ids that are nobody's, of the right shape. */
const missing = (name: string): string => `${name.slice(0, 3)}_${'a'.repeat(26)}`
/** Records that cannot be made over the API alone; suites that can make them try another tenant as well. */
const MADE_ELSEWHERE = ['device_id', 'rejection_id', 'archive_id']
/** Not a tenant's: the same for everybody. A checkpoint is named by how many records it covers. */
const EVERYBODYS = ['policy_id', 'checkpoint_id']

/** The stream never ends; and one's own audit records name what one has tried. */
const OWN_TRIES = ['streamAlerts', 'listAuditRecords']

interface Tenant {
  readonly tenantId: string
  readonly admin: ApiClient
  readonly token: string
}

let victim: Tenant
let intruder: Tenant
let intruderAgent: EnrolledAgent
let all: readonly Operation[] = []
/** The victim's real records, by the name of the path parameter. */
const ids: Record<string, string> = {}

async function enrolIn(tenant: Tenant, facts = {}): Promise<EnrolledAgent> {
  const token = await tenant.admin.post('/enrollment-tokens', { agent_class: 'endpoint' })
  if (tenant === victim) ids.token_id = token.body.token_id
  return enrol(target, token.body.token, { platform: 'linux', ...facts })
}

beforeAll(async () => {
  all = await operations()
  victim = await freshTenant('victim')
  intruder = await freshTenant('intruder')
  intruderAgent = await enrolIn(intruder)
  const { admin } = victim
  ids.tenant_id = victim.tenantId
  const marker = `m${randomUUID().replaceAll('-', '')}`
  const rule = await admin.post('/detection-rules', {
    source: `title: ${marker}\nid: ${randomUUID()}\nlogsource:\n  product: linux\ndetection:\n  selection:\n    message|contains: ${marker}\n  condition: selection\nlevel: high\n`,
  })
  ids.rule_id = rule.body.rule_id
  await admin.post('/session')
  ids.session_id = (await admin.get('/sessions')).body.items[0].session_id
  ids.service_account_id = (
    await admin.post('/service-accounts', { name: 'x', roles: ['analyst'] })
  ).body.service_account_id
  const issuer = {
    issuer: `https://login.example/${marker}`,
    audience: 'wardline',
    group_roles: [{ group: 'g', roles: ['analyst'] }],
    ...{ sign_in_name: `${marker}.example`, client_id: 'wardline' },
  }
  ids.issuer = issuer.issuer
  ids.sign_in_name = issuer.sign_in_name
  ids.issuer_id = (await admin.post('/oidc-issuers', issuer)).body.issuer_id
  ids.destination_id = (await admin.post('/alert-destinations', { url: 'https://soar.example/x' })).body.destination_id
  const jwk = { ...generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }), use: 'enc' }
  ids.kid = (await admin.post('/alert-consumer-keys', { jwk })).body.kid
  const agent = await enrolIn(victim)
  ids.agent_id = agent.enrolment.agent_id
  ids.asset_id = (await agent.beat()).body.asset_id
  const connection = await admin.post('/integrations/mdm/connections', {
    name: 'x',
    provider: 'jamf_pro',
    base_url: 'https://jamf.example',
    client_id: 'c',
    secret_ref: { provider: 'env', name: 'none', purpose: 'mdm' },
  })
  ids.connection_id = connection.body.connection_id
  ids.run_id = (await admin.post(`/integrations/mdm/connections/${ids.connection_id}/sync`)).body.sync_run_id
  const source = await admin.post('/log-sources', { name: 'x', format: 'syslog', product: 'linux' })
  ids.source_id = source.body.log_source_id
  await new Promise(resolve => setTimeout(resolve, 5_500))
  const sent = await admin.post('/logs/ingest', {
    log_source_id: ids.source_id,
    events: [{ raw: `<13>${syslogTime()} web1 app[1]: ${marker}`, event_ref: 'one' }],
  })
  ids.event_id = sent.body.results[0].event_id
  const alerts = await eventually(
    () => admin.get(`/alerts?rule_id=${ids.rule_id}`),
    a => a.body.items?.length > 0,
  )
  ids.alert_id = alerts.body.items[0].alert_id
  ids.ticket_id = (await admin.post('/tickets', { title: 'x', description: 'x' })).body.ticket_id
  ids.erasure_id = (
    await admin.post('/logs/erasures', { subject: { type: 'user', value: 'nobody' }, reason: 'x' })
  ).body.erasure_id
  ids.restore_id = (
    await admin.post('/archives/restores', { from: '2026-03-01', to: '2026-03-02', searchable_seconds: 86400 })
  ).body.restore_id
  const evidence = await eventually(
    () => admin.get('/auditor/evidence'),
    a => a.body.items?.length > 0,
  )
  ids.evidence_id = evidence.body.items[0].evidence_id
}, 120_000)
afterAll(async () => {
  await Promise.all([victim?.admin.close(), intruder?.admin.close(), intruderAgent?.api.close()])
})

const parametersOf = ({ path }: Operation): string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(m => m[1]!)
const without = ({ status, body }: Answer) => ({ status, ...body, request_id: undefined })

/** A body that passes the operation's schema, so that the answer is about the id and nothing else. */
const bodyOf = (id: string, of: Readonly<Record<string, string>>): unknown =>
  ({
    updateTenant: { name: 'x' },
    updateAlert: { status: 'closed' },
    updateTicket: { status: 'closed' },
    createTicketComment: { body: 'x' },
    revokeAgent: { reason: 'x' },
    updateLogSource: { name: 'x' },
    updateDetectionRule: { enabled: false },
    testDetectionRule: { events: [] },
    explainDetectionRule: { event_id: of.event_id },
  })[id] ?? {}

describe("another tenant's records", () => {
  it('are known here for every parameter of every path, so that no operation is left out', () => {
    const names = new Set(all.flatMap(parametersOf))
    const known = [...Object.keys(ids), ...MADE_ELSEWHERE, ...EVERYBODYS]
    expect([...names].filter(name => !known.includes(name))).toEqual([])
    expect(Object.entries(ids).filter(([, id]) => typeof id !== 'string')).toEqual([])
  })

  it('look, to every operation that names one, as if they did not exist: the same status and body, byte for byte', async () => {
    const faults: unknown[] = []
    const times: number[][] = [[], []]
    for (const operation of all) {
      const names = parametersOf(operation).filter(name => !EVERYBODYS.includes(name))
      if (names.length === 0 || operation.roles.every(role => role === 'agent')) continue
      const none = Object.fromEntries(names.map(name => [name, missing(name)]))
      const theirs = Object.fromEntries(names.map(name => [name, ids[name] ?? missing(name)]))
      const [first, second] = [performance.now(), 0]
      const nothing = await ask(intruder.admin, operation, none, { body: bodyOf(operation.id, none) })
      const middle = performance.now()
      const something = await ask(intruder.admin, operation, theirs, { body: bodyOf(operation.id, theirs) })
      times[0]!.push(middle - first + second)
      times[1]!.push(performance.now() - middle)
      const same = JSON.stringify(without(nothing)) === JSON.stringify(without(something))
      if (!same || something.status < 400) faults.push([operation.id, without(nothing), without(something)])
    }
    const median = (list: number[]): string => ([...list].sort((a, b) => a - b)[list.length >> 1] ?? 0).toFixed(2)
    process.stdout.write(
      `\nmedian answer: ${median(times[0]!)} ms for nothing, ${median(times[1]!)} ms for another tenant's\n`,
    )
    expect(faults).toEqual([])
  })

  it('are in no list', async () => {
    const lists = all.filter(
      o => o.method === 'GET' && parametersOf(o).length === 0 && o.roles.includes('admin') && !OWN_TRIES.includes(o.id),
    )
    expect(lists.length).toBeGreaterThan(15)
    for (const operation of lists) {
      const { text } = await ask(intruder.admin, operation)
      for (const [name, id] of Object.entries(ids))
        expect([operation.id, name, text.includes(id)]).toEqual([operation.id, name, false])
    }
  })

  it('do not exist in a body or a filter either', async () => {
    const { admin } = intruder
    const pairs: (readonly [string, (of: Record<string, string>) => Promise<Answer>])[] = [
      [
        'ingest into their source',
        of => admin.post('/logs/ingest', { log_source_id: of.source_id, events: [{ raw: 'x' }] }),
      ],
      [
        'ticket about their alert',
        of => admin.post('/tickets', { title: 'x', description: 'x', alert_id: of.alert_id }),
      ],
      ['search of their source', of => admin.get(`/logs/search?log_source_id=${of.source_id}&${TODAY}`)],
      ['search of their asset', of => admin.get(`/logs/search?asset_id=${of.asset_id}&${TODAY}`)],
      ['alerts of their rule', of => admin.get(`/alerts?rule_id=${of.rule_id}`)],
      ['alerts of their source', of => admin.get(`/alerts?log_source_id=${of.source_id}`)],
      ['tickets of their alert', of => admin.get(`/tickets?alert_id=${of.alert_id}`)],
      ['evidence of their agent', of => admin.get(`/auditor/evidence?subject_id=${of.agent_id}`)],
      ['issuers of their tenant', of => admin.get(`/oidc-issuers?tenant_id=${of.tenant_id}`)],
      ['their issuer', of => admin.get(`/oidc-issuers?issuer=${encodeURIComponent(of.issuer ?? '')}`)],
      ['the issuer of their sign-in name', of => admin.get(`/oidc-issuers?sign_in_name=${of.sign_in_name}`)],
      [
        'removing their issuer in their name',
        of => admin.call('DELETE', `/oidc-issuers/${of.issuer_id}?tenant_id=${of.tenant_id}`),
      ],
      ['accounts of their tenant', of => admin.get(`/service-accounts?tenant_id=${of.tenant_id}`)],
    ]
    const none = Object.fromEntries(Object.keys(ids).map(name => [name, missing(name)]))
    for (const [what, call] of pairs)
      expect([what, without(await call(ids))]).toEqual([what, without(await call(none))])

    const source = (await admin.post('/log-sources', { name: 'own', format: 'syslog' })).body.log_source_id
    const events = [
      { raw: 'x', asset_id: ids.asset_id },
      { raw: 'x', asset_id: missing('asset_id') },
    ]
    const { results } = (await admin.post('/logs/ingest', { log_source_id: source, events })).body
    expect(results.map((r: { status: string; code: string }) => [r.status, r.code])).toEqual([
      ['rejected', 'asset_unknown'],
      ['rejected', 'asset_unknown'],
    ])
  })

  it('cannot be reached with a certificate of another tenant', async () => {
    const beat = (id: string) => intruderAgent.api.post(`/agents/${id}/telemetry/heartbeat`, { hostname: 'h' })
    expect(without(await beat(ids.agent_id!))).toEqual(without(await beat(missing('agent_id'))))
    expect((await beat(ids.agent_id!)).status).toBe(403)
    const renewal = (id: string) =>
      intruderAgent.api.post(`/agents/${id}/certificate/renew`, { csr: intruderAgent.key.csrPem, nonce: randomUUID() })
    expect(without(await renewal(ids.agent_id!))).toEqual(without(await renewal(missing('agent_id'))))
  })
})

describe('what another tenant was given', () => {
  it('continues no list of ours: a cursor is one tenant’s', async () => {
    const { admin } = victim
    for (let i = 0; i < 2; i++) await admin.post('/tickets', { title: `t${i}`, description: 'x' })
    const { next_cursor } = (await admin.get('/tickets?limit=1')).body
    expect(next_cursor).toEqual(expect.any(String))
    const path = `/tickets?limit=1&cursor=${encodeURIComponent(next_cursor)}`
    expect((await admin.get(path)).status).toBe(200)
    const foreign = await intruder.admin.get(path)
    expect([foreign.status, foreign.body.code]).toEqual([400, 'cursor_invalid'])
  })

  it('answers no request of ours: an idempotency key is one principal’s', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { title: 'the same', description: 'to the letter' }
    const theirs = await victim.admin.post('/tickets', body, headers)
    const ours = await intruder.admin.post('/tickets', body, headers)
    expect([theirs.status, ours.status]).toEqual([201, 201])
    expect(ours.body.ticket_id).not.toBe(theirs.body.ticket_id)
    expect((await victim.admin.post('/tickets', body, headers)).body.ticket_id).toBe(theirs.body.ticket_id)
  })

  it('places us in no stream: a sequence is one tenant’s', async () => {
    const { sequence } = (await victim.admin.get(`/alerts/${ids.alert_id}`)).body
    const seen = await new Promise<string>((resolve, reject) => {
      let text = ''
      const headers = { authorization: `Bearer ${intruder.token}`, 'last-event-id': String(sequence) }
      const stream = request(`${target.apiUrl}/api/v1/alerts/stream`, { headers }, response => {
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        setTimeout(() => {
          stream.destroy()
          resolve(text)
        }, 1_500)
      })
      stream.once('error', error => (text === '' ? reject(error) : undefined))
      stream.end()
    })
    expect(seen).toMatch(/event: reset\nid: 0\ndata: \{"reason":"unknown"/)
    expect(seen).not.toContain('event: alert')
  })

  it('enrols nobody for us: an agent belongs to the tenant of its token', async () => {
    expect(intruderAgent.enrolment.tenant_id).toBe(intruder.tenantId)
    expect((await victim.admin.get(`/agents/${intruderAgent.enrolment.agent_id}`)).status).toBe(404)
  })
})

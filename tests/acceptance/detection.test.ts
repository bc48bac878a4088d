import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { syslogTime } from '../support/syslog-time.ts'
import { accountWith, admin, eventually, freshTenant, target } from './target.ts'

const ruleFor = (marker: string): string => `title: Marker ${marker}
id: ${randomUUID()}
status: stable
author: Acceptance
logsource:
  category: test
  product: marker
detection:
  selection:
    message|contains: '${marker}'
  condition: selection
level: high
`

async function attack(): Promise<{
  marker: string
  alert: Record<string, unknown> & { alert_id: string; sequence: number; ticket_id: string }
  sourceId: string
  eventId: string
  correlationId: string
}> {
  const marker = `marker${randomUUID().replaceAll('-', '')}`
  const rule = await admin.post('/detection-rules', {
    source: ruleFor(marker).replace(
      /logsource:\n {2}category: test\n {2}product: marker\n/,
      'logsource:\n  product: linux\n',
    ),
  })
  expect([rule.status, rule.body.compile?.status]).toEqual([201, 'ok'])
  const made = await admin.post('/log-sources', { name: `src ${marker}`, format: 'syslog', product: 'linux' })
  const sourceId = made.body.log_source_id
  await new Promise(resolve => setTimeout(resolve, 5_000))
  const sent = await admin.post('/logs/ingest', {
    log_source_id: sourceId,
    events: [
      {
        raw: `<13>${syslogTime()} web1 app[1]: user ann@corp.example did ${marker} from 198.51.100.7`,
        event_ref: 'one',
      },
    ],
  })
  const found = await eventually(
    () => admin.get(`/alerts?rule_id=${rule.body.rule_id}`),
    a => a.body.items?.length > 0,
  )
  expect(found.body.items).toHaveLength(1)
  return {
    marker,
    alert: found.body.items[0],
    sourceId,
    eventId: sent.body.results[0].event_id,
    correlationId: sent.body.correlation_id,
  }
}

describe('a rule that matches', () => {
  it('raises one alert that leads back to the event, a ticket and evidence', async () => {
    const { alert, sourceId, eventId, correlationId } = await attack()
    expect(alert).toMatchObject({
      severity: 'high',
      status: 'open',
      log_event_refs: [eventId],
      normalized_event_refs: [eventId],
      source_log_ids: [sourceId],
      correlation_id: correlationId,
      count: 1,
    })
    expect(alert.sequence).toBeGreaterThan(0)
    expect(alert.causation_id).toMatch(/^env_/)
    expect(alert.matched_conditions).toEqual([
      expect.objectContaining({ selection: 'selection', field: 'message', modifier: 'contains' }),
    ])
    const ticket = await admin.get(`/tickets/${alert.ticket_id}`)
    expect(ticket.body).toMatchObject({ alert_id: alert.alert_id, status: 'open' })
    const evidence = await eventually(
      () => admin.get(`/auditor/evidence?evidence_type=alert&subject_id=${alert.alert_id}`),
      a => a.body.items?.length > 0,
    )
    expect(evidence.body.items[0]).toMatchObject({
      evidence_type: 'alert',
      subject: { type: 'alert', id: alert.alert_id },
    })
    expect(evidence.body.items[0].digest).toMatch(/[0-9a-f]{64}/)
  })

  it('does not raise it again when the event is sent again', async () => {
    const { marker, alert, sourceId } = await attack()
    await admin.post('/logs/ingest', {
      log_source_id: sourceId,
      events: [
        {
          raw: `<13>${syslogTime()} web1 app[1]: user ann@corp.example did ${marker} from 198.51.100.7`,
          event_ref: 'one',
        },
      ],
    })
    await eventually(
      () => admin.get(`/log-sources/${sourceId}/ledger`),
      a => a.body.pending === 0,
    )
    const again = await admin.get(`/alerts?rule_id=${(alert.rule as { rule_id: string }).rule_id}`)
    expect(again.body.items).toHaveLength(1)
  })

  it('shows an auditor the same records without a name', async () => {
    const { alert, eventId } = await attack()
    const auditor = await accountWith('auditor')
    for (const path of [
      `/alerts/${alert.alert_id}`,
      `/logs/${eventId}`,
      '/logs/search',
      `/tickets/${alert.ticket_id}`,
      '/alerts',
      '/auditor/evidence',
    ]) {
      const seen = await auditor.get(path)
      expect(seen.status).toBe(200)
      expect(seen.body.redaction_applied).toBe(true)
      expect(seen.body.redaction_policy_id).toMatch(/@.*\+/)
      expect(seen.text).not.toMatch(/ann@corp|198\.51\.100\.7/)
      const policy = await auditor.get(`/redaction-policies/${encodeURIComponent(seen.body.redaction_policy_id)}`)
      expect(policy.status).toBe(200)
    }
    const clear = await admin.get(`/alerts/${alert.alert_id}`)
    expect(clear.body).not.toHaveProperty('redaction_applied')
    const seen = await auditor.get(`/alerts/${alert.alert_id}`)
    expect(seen.body.matched_conditions[0]).not.toHaveProperty('value')
    expect((await auditor.get('/logs/search?user=ann')).body.code).toBe('filter_not_allowed')
    const none = await auditor.get(`/logs/search?q=${encodeURIComponent('ann@corp.example')}`)
    expect([none.status, none.body.items]).toEqual([200, []])
    // No list tells by what it finds whether a name is there.
    const { rule_id } = alert.rule as { readonly rule_id: string }
    for (const [filter, named] of [
      [`/alerts?rule_id=${rule_id}`, '/alerts?rule_id=ann'],
      [`/auditor/evidence?subject_id=${alert.alert_id}`, '/auditor/evidence?subject_id=ann'],
      ['/audit-records?operation=createDetectionRule', '/audit-records?actor_id=ann'],
      ['/assets', '/assets?agent_id=ann'],
    ] as const) {
      expect((await auditor.get(filter)).status).toBe(200)
      const found = await auditor.get(named)
      expect([named, found.status, found.body.items]).toEqual([named, 200, []])
    }
    expect((await auditor.get(`/alerts?rule_id=${rule_id}`)).body.items).not.toEqual([])
    for (const path of ['/tickets?assignee=ann', '/assets?hostname=ann', '/audit-records?resource_id=ann'])
      expect([path, (await auditor.get(path)).body.code]).toEqual([path, 'filter_not_allowed'])
  })

  it('is streamed, and a stream resumes where it was', async () => {
    const { alert } = await attack()
    const events = await streamed(alert.sequence - 1)
    expect(events).toContain('event: alert')
    expect(events).toContain(`id: ${alert.sequence}\n`)
    expect(events).toContain(alert.alert_id)
    const bad = await admin.get('/alerts/stream', { 'last-event-id': 'x' })
    expect(bad.status).toBe(400)
  })

  it('belongs to its tenant alone', async () => {
    const { alert } = await attack()
    const other = await freshTenant()
    expect((await other.admin.get(`/alerts/${alert.alert_id}`)).status).toBe(404)
    expect((await other.admin.get(`/tickets/${alert.ticket_id}`)).status).toBe(404)
    expect((await other.admin.get('/alerts')).body.items).toEqual([])
  })
})

describe('rules', () => {
  it('that cannot be compiled are refused with the place', async () => {
    for (const source of [
      '{not yaml: [',
      'title: x\ndetection:\n  selection:\n    a|nosuchmodifier: 1\n  condition: selection\nlogsource:\n  product: windows\n',
    ]) {
      const answer = await admin.post('/detection-rules', { source })
      expect([answer.status, answer.body.code]).toEqual([422, 'rule_not_compilable'])
      expect(answer.body.errors[0]).toMatchObject({ pointer: '/source', line: expect.any(Number) })
    }
  })

  it('of our own are at least fifteen, all compiled', async () => {
    const rules = await admin.get('/detection-rules?origin=own&limit=200')
    expect(rules.body.items.length).toBeGreaterThanOrEqual(15)
    for (const rule of rules.body.items) expect(rule.compile.status).toBe('ok')
  })
})

describe('tickets', () => {
  it('tell an auditor nothing of the people whom their writers name', async () => {
    const [title, description] = ['maria.lopez was locked', 'Maria Lopez says so. Asked jnakamura, then Ms Okonkwo.']
    const { body } = await admin.post('/tickets', { title, description })
    await admin.post(`/tickets/${body.ticket_id}/comments`, { body: `@mlopez: ${title}`, visibility: 'auditor' })
    const auditor = await accountWith('auditor')
    const seen = [`/tickets/${body.ticket_id}`, '/tickets?limit=10', `/tickets/${body.ticket_id}/comments`]
    for (const path of seen) {
      const { status, text } = await auditor.get(path)
      expect([path, status, /lopez|maria|nakamura|okonkwo/i.exec(text)]).toEqual([path, 200, null])
    }
    const ticket = await auditor.get(`/tickets/${body.ticket_id}`)
    expect(ticket.body.title).toMatch(/^user:1~[a-z2-7]{26} was locked$/)
    expect((await admin.get(`/tickets/${body.ticket_id}`)).body).toMatchObject({ title, description })
  })

  it('show auditors only the comments that are meant for them', async () => {
    const ticket = await admin.post('/tickets', { title: 'look at this', description: 'seen at 192.0.2.44' })
    expect(ticket.status).toBe(201)
    const path = `/tickets/${ticket.body.ticket_id}`
    await admin.post(`${path}/comments`, { body: 'internal thought about bob@corp.example' })
    await admin.post(`${path}/comments`, { body: 'for the auditor, about bob@corp.example', visibility: 'auditor' })
    const auditor = await accountWith('auditor')
    const seen = await auditor.get(`${path}/comments`)
    expect(seen.body.items).toHaveLength(1)
    expect(seen.text).not.toContain('bob@corp.example')
    expect((await auditor.get(path)).text).not.toContain('192.0.2.44')
    expect((await admin.get(`${path}/comments`)).body.items).toHaveLength(2)
  })
})

/** What the alert stream sends within a second when it resumes after a sequence. */
function streamed(lastEventId: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const req = request(
      `${target.apiUrl}/api/v1/alerts/stream`,
      { headers: { authorization: `Bearer ${target.adminToken}`, 'last-event-id': String(lastEventId) } },
      res => {
        let text = ''
        res.setEncoding('utf8').on('data', chunk => {
          text += chunk
        })
        setTimeout(() => {
          req.destroy()
          resolve(text)
        }, 1500)
      },
    )
    req.on('error', error => (req.destroyed ? undefined : reject(error)))
    req.end()
  })
}

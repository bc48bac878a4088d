import type { ApiClient } from '../client/api.ts'
import type { Sent } from './collector.ts'
import { ATTACKER_IP, LEAKED_PASSWORD, VICTIM } from './logs.ts'
import { promised, type Story } from './story.ts'

export interface Found {
  readonly eventId: string
  readonly alertId: string
  readonly ticketId: string
}

/** An analyst searches, finds the attack among the alerts, and works its ticket. */
export async function operatorChapter(story: Story, admin: ApiClient, sent: Sent): Promise<Found> {
  story.chapter('An analyst looks into it')
  const eventId = await story.step(
    `Searching for "password ${ATTACKER_IP}": the address finds its pseudonym in the redacted summaries.`,
    async () => {
      const a = await admin.get(
        `/logs/search?from=${sent.startedAt}&log_source_id=${sent.sourceIds[0]}&q=${encodeURIComponent(`password ${ATTACKER_IP}`)}`,
      )
      promised(a.status === 200 && a.body.items.length >= 20, 'the failed logins')
      const first = a.body.items[0]
      promised(!first.summary.includes(ATTACKER_IP), 'a summary without the address')
      return {
        value: first.event_id as string,
        shown: `${a.body.items.length} events in tiers ${a.body.coverage.tiers.join(', ')}, newest: "${first.summary}"`,
      }
    },
  )
  await story.step('The event itself, for an internal role: structured fields in clear.', async () => {
    const a = await admin.get(`/logs/${eventId}`)
    promised(a.body.src_endpoint?.ip === ATTACKER_IP, 'the address of the attacker')
    return {
      value: undefined,
      shown: `class ${a.body.class_uid} ${a.body.event_type}, ${a.body.outcome}, user ${a.body.user?.name}, from ${a.body.src_endpoint.ip}:${a.body.src_endpoint.port}, severity ${a.body.severity}`,
    }
  })
  await story.step('A password that an application logged is removed for everybody.', async () => {
    const a = await admin.get(
      `/logs/search?from=${sent.startedAt}&log_source_id=${sent.sourceIds[3]}&q=${encodeURIComponent('login failed')}`,
    )
    promised(a.body.items.length === 1 && !a.text.includes(LEAKED_PASSWORD), 'one event without its password')
    return { value: undefined, shown: `"${a.body.items[0].summary}"` }
  })
  const alerts = await story.step('The rules have raised alerts.', async () => {
    const items = await alertsOf(admin, sent)
    promised(items.length >= 3, 'at least three alerts')
    return {
      value: items,
      shown: items
        .map(i => `${i.severity}: ${i.rule.title} (${i.count} event${i.count === 1 ? '' : 's'})`)
        .join('\n        '),
    }
  })
  const worst = alerts.find(a => a.ticket_id && a.group) ?? alerts.find(a => a.ticket_id)
  promised(worst !== undefined, 'a ticket on a grave alert')
  await story.step(
    'A grave one has opened a ticket; the analyst comments, once for the team and once for the auditor.',
    async () => {
      const path = `/tickets/${worst!.ticket_id}`
      await admin.post(`${path}/comments`, { body: `${VICTIM} says it was not them. Password reset.` })
      const a = await admin.post(`${path}/comments`, {
        body: `Account ${VICTIM} was locked at once.`,
        visibility: 'auditor',
      })
      const ticket = await admin.get(path)
      const closed = await admin.patch(path, { status: 'closed' }, String(ticket.headers.etag))
      promised(a.status === 201 && closed.status === 200, 'comments and a closed ticket')
      return { value: undefined, shown: `${ticket.body.ticket_id} "${ticket.body.title}": ${closed.body.status}` }
    },
  )
  return { eventId, alertId: worst!.alert_id, ticketId: worst!.ticket_id! }
}

interface DemoAlert {
  readonly alert_id: string
  readonly severity: string
  readonly count: number
  readonly group: unknown
  readonly ticket_id: string | null
  readonly rule: { readonly title: string }
}

/**
 * Correlations fire when the watermark has passed, some seconds after the events. Waits for the one about the failed
 * logins.
 */
async function alertsOf(admin: ApiClient, sent: Sent): Promise<readonly DemoAlert[]> {
  const items: DemoAlert[] = []
  for (let i = 0; i < 200; i++) {
    items.length = 0
    for (const id of sent.sourceIds)
      items.push(...(await admin.get(`/alerts?log_source_id=${id}&limit=100`)).body.items)
    if (items.some(a => a.count >= 5)) break
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  return items
}

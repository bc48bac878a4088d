import { type Answer, type ApiClient, createApiClient } from '../client/api.ts'
import type { Target } from '../instance/start.ts'
import { ATTACKER_IP, VICTIM, VICTIM_MAIL } from './logs.ts'
import type { Found } from './operator.ts'
import { promised, type Story } from './story.ts'

/** An auditor sees the same records through the redaction policy. */
export async function auditorChapter(story: Story, target: Target, admin: ApiClient, found: Found): Promise<void> {
  story.chapter('The auditor sees the same records, without names')
  const account = await admin.post('/service-accounts', { name: 'demo auditor', roles: ['auditor'] })
  const auditor = createApiClient(target.apiUrl, { token: account.body.token })
  const read = async (path: string): Promise<Answer> => {
    const a = await auditor.get(path)
    promised(a.status === 200 && a.body.redaction_applied === true, `a redacted ${path}`)
    for (const secret of [VICTIM, VICTIM_MAIL, ATTACKER_IP])
      promised(!a.text.includes(secret), `no ${secret} in ${path}`)
    return a
  }
  await story.step('The log event.', async () => {
    const { body } = await read(`/logs/${found.eventId}`)
    return { value: undefined, shown: `"${body.summary}", user ${body.user?.name}, from ${body.src_endpoint?.ip}` }
  })
  await story.step('The alert and its ticket, with the only comment meant for auditors.', async () => {
    const alert = await read(`/alerts/${found.alertId}`)
    const comments = await read(`/tickets/${found.ticketId}/comments`)
    promised(comments.body.items.length === 1, 'one comment')
    return { value: undefined, shown: `${alert.body.rule.title}; "${comments.body.items[0].body}"` }
  })
  await story.step('The evidence, chained by digests.', async () => {
    const { body } = await read('/auditor/evidence?limit=5')
    promised(body.items.length > 0, 'evidence')
    return {
      value: undefined,
      shown: body.items
        .map((e: { evidence_type: string; digest: string }) => `${e.evidence_type} ${e.digest.slice(0, 16)}…`)
        .join(', '),
    }
  })
  await story.step('The redaction policy, by the id that every answer names.', async () => {
    const a = await auditor.get('/auditor/evidence?limit=1')
    const policy = await auditor.get(`/redaction-policies/${encodeURIComponent(a.body.redaction_policy_id)}`)
    promised(policy.status === 200, 'the policy')
    return { value: undefined, shown: a.body.redaction_policy_id }
  })
  await story.step('Filters that could reveal a name are refused.', async () => {
    const a = await auditor.get(`/logs/search?user=${VICTIM}`)
    promised(a.status === 403 && a.body.code === 'filter_not_allowed', '403 filter_not_allowed')
    return { value: undefined, shown: `${a.status} ${a.body.code}` }
  })
  await auditor.close()
}

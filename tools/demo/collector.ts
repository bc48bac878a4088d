import { type ApiClient, createApiClient } from '../client/api.ts'
import type { Target } from '../instance/start.ts'
import { demoSources } from './logs.ts'
import { promised, type Story } from './story.ts'

export interface Sent {
  readonly sourceIds: readonly string[]
  readonly startedAt: string
}

const MINUTE = 60_000

/** A collector with its own account sends the logs of one morning from four sources. */
export async function collectorChapter(story: Story, target: Target, admin: ApiClient): Promise<Sent> {
  story.chapter('Four log sources, and an attack among ordinary work')
  const now = Date.now()
  const collector = await story.step('An admin creates a service account that may only send logs.', async () => {
    const a = await admin.post('/service-accounts', { name: 'demo collector', roles: ['collector'] })
    promised(a.status === 201, 'an account')
    return {
      value: createApiClient(target.apiUrl, { token: a.body.token }),
      shown: `${a.body.service_account_id}, roles ${a.body.roles.join(', ')}`,
    }
  })
  const sourceIds: string[] = []
  for (const { name, format, product, events } of demoSources(now)) {
    const id = await story.step(`"${name}" is registered (${format}) and sends ${events.length} events.`, async () => {
      const source = await admin.post('/log-sources', { name, format, ...(product ? { product } : {}) })
      promised(source.status === 201, 'a log source')
      let accepted = 0
      for (let i = 0; i < events.length; i += 100) {
        const batch = events.slice(i, i + 100).map((raw, j) => ({ raw, event_ref: `demo-${now}-${i + j}` }))
        const a = await collector.post('/logs/ingest', { log_source_id: source.body.log_source_id, events: batch })
        promised(a.status === 202, `202, not ${a.status}`)
        accepted += a.body.accepted
      }
      promised(accepted === events.length, 'every event accepted')
      return { value: source.body.log_source_id as string, shown: `${accepted} accepted, on disk before the answer` }
    })
    sourceIds.push(id)
  }
  await story.step('The ledger balances: every event is searchable, and every rule has evaluated it.', async () => {
    let line = ''
    for (const id of sourceIds) {
      const ledger = await drained(admin, id)
      promised(
        ledger.pending === 0 &&
          ledger.accepted === ledger.normalized + ledger.rejected &&
          ledger.evaluated === ledger.normalized,
        'a ledger that balances',
      )
      line += `${line ? ', ' : ''}${ledger.accepted} accepted / ${ledger.normalized} searchable / ${ledger.evaluated} evaluated`
    }
    return { value: undefined, shown: line }
  })
  await collector.close()
  return { sourceIds, startedAt: new Date(now - 15 * MINUTE).toISOString() }
}

interface Ledger {
  readonly accepted: number
  readonly normalized: number
  readonly rejected: number
  readonly evaluated: number
  readonly pending: number
}

async function drained(admin: ApiClient, id: string): Promise<Ledger> {
  for (let i = 0; ; i++) {
    const { body } = await admin.get(`/log-sources/${id}/ledger`)
    if (body.pending === 0 || i >= 300) return body
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

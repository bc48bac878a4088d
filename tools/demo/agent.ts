import { randomUUID } from 'node:crypto'
import { enrol } from '../client/agent.ts'
import { type ApiClient, createApiClient } from '../client/api.ts'
import type { Target } from '../instance/start.ts'
import { promised, type Story } from './story.ts'

/** An endpoint enrols with a one-time token, sends heartbeats over mTLS, and becomes an asset. */
export async function agentChapter(story: Story, target: Target, admin: ApiClient): Promise<void> {
  story.chapter('A Mac joins the fleet')
  const token = await story.step('An operator creates a one-time enrolment token.', async () => {
    const a = await admin.post('/enrollment-tokens', { agent_class: 'endpoint', label: 'demo mac' })
    promised(a.status === 201, 'a token')
    return { value: a.body.token as string, shown: `${a.body.token_id}, ${a.body.state}, expires ${a.body.expires_at}` }
  })
  const agent = await story.step(
    'The agent creates its own key, sends a CSR and a fresh nonce, and gets a certificate.',
    async () => {
      const made = await enrol(target, token, {
        platform: 'darwin',
        os_version: '15.1',
        agent_version: '1.0.0',
        fingerprint: { serial_number: `DEMO${randomUUID()}` },
      })
      return {
        value: made,
        shown: `${made.enrolment.agent_id}, certificate ${made.enrolment.serial_number.slice(0, 12)}…, renew after ${made.enrolment.renew_after}`,
      }
    },
  )
  const assetId = await story.step('It sends heartbeats over mTLS.', async () => {
    const a = await agent.beat({
      hostname: 'marias-mac',
      os_version: '15.1',
      cpu_count: 10,
      cpu_usage_percent: 12.5,
      memory_total_bytes: 34_359_738_368,
      memory_used_bytes: 12_000_000_000,
      uptime_seconds: 86_400,
      process_count: 412,
      disks: [{ mount: '/', total_bytes: 1e12, used_bytes: 4e11 }],
    })
    promised(a.status === 200, `a heartbeat, not ${a.status}`)
    return { value: a.body.asset_id as string, shown: `200, asset ${a.body.asset_id}` }
  })
  await story.step(
    'The operator sees the asset; its platform comes from the certificate, not from the body.',
    async () => {
      const a = await admin.get(`/assets/${assetId}`)
      promised(a.body.os_family === 'macos' && a.body.status === 'online', 'a macOS asset that is online')
      return {
        value: undefined,
        shown: `${a.body.hostname}: ${a.body.os_family} ${a.body.os_version}, ${a.body.status}, source confidence ${a.body.sources[0].confidence}`,
      }
    },
  )
  await story.step(
    'Without its certificate the same request is refused, with an answer an agent can trust.',
    async () => {
      const bare = createApiClient(target.agentUrl, { ca: target.ca })
      const a = await bare.post(`/agents/${agent.enrolment.agent_id}/telemetry/heartbeat`, { hostname: 'marias-mac' })
      await bare.close()
      promised(a.status === 401 && a.body.code === 'certificate_required', '401 certificate_required')
      return { value: undefined, shown: `${a.status} ${a.body.code}` }
    },
  )
  await agent.api.close()
}

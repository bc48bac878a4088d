import { enrolledAgent } from '../client/agent.ts'
import { type ApiClient, createApiClient } from '../client/api.ts'
import type { Target } from '../instance/start.ts'
import { CANARY, createFleet } from '../simulators/fleet.ts'
import { SIMULATED_SECRET } from '../simulators/instance-settings.ts'
import { createGraphSimulator, DIRECTORY } from '../simulators/microsoft-graph.ts'
import { serveSimulator } from '../simulators/serve.ts'
import { CLIENT_ID } from '../simulators/simulator.ts'
import { promised, type Story } from './story.ts'

const DEVICES = 2_000

/**
 * Reads a fleet from a simulated Microsoft Graph, including throttling; nothing personal comes in.
 * @param port where the simulator may listen so that the instance can reach it; undefined if the instance does not
 * allow one
 */
export async function mdmChapter(
  story: Story,
  target: Target,
  admin: ApiClient,
  port: number | undefined,
): Promise<void> {
  story.chapter('Device management')
  if (port === undefined) {
    await story.step('A simulated Microsoft Graph on this machine.', async () => ({
      value: undefined,
      shown:
        'skipped: this Wardline was started without WARDLINE_EGRESS_ALLOW for the simulator, so it calls no private address. If none is running, the demo starts its own.',
    }))
    return
  }
  const origin = `http://127.0.0.1:${port}`
  const fleet = createFleet(DEVICES, ['macOS', 'Windows', 'iOS'])
  const simulator = createGraphSimulator({ fleet, origin: () => origin, pageSize: 200 })
  simulator.fault = n => (n === 4 ? { status: 429, retryAfter: '1' } : n === 7 ? 'token_expired' : undefined)
  const served = await serveSimulator(simulator, port)
  try {
    const path = await story.step(
      `An admin connects a fleet of ${DEVICES} devices; the secret is named, not sent.`,
      async () => {
        const a = await admin.post('/integrations/mdm/connections', {
          name: 'demo Intune',
          provider: 'microsoft_graph',
          base_url: origin,
          authority_url: origin,
          provider_tenant_id: DIRECTORY,
          client_id: CLIENT_ID,
          secret_ref: SIMULATED_SECRET,
        })
        promised(a.status === 201 && !a.text.includes(CANARY), 'a connection without its secret')
        const { provider, name } = a.body.secret_ref
        return {
          value: `/integrations/mdm/connections/${a.body.connection_id}`,
          shown: `${a.body.connection_id}, ${a.body.state}, secret ${provider}:${name}`,
        }
      },
    )
    await story.step('A sync waits out a 429 and renews a token that expired halfway.', async () => {
      const { sync_run_id } = (await admin.post(`${path}/sync`)).body
      let run = await admin.get(`${path}/sync-runs/${sync_run_id}`)
      while (['queued', 'running'].includes(run.body.state)) {
        await new Promise(resolve => setTimeout(resolve, 100))
        run = await admin.get(`${path}/sync-runs/${sync_run_id}`)
      }
      const { state, complete, counts } = run.body
      promised(state === 'succeeded' && complete && counts.created === DEVICES, 'every device, proven')
      return { value: undefined, shown: `${state}, complete: ${counts.seen} seen, ${counts.created} created` }
    })
    await story.step('A Mac of that fleet runs the agent too: one asset, two sources.', async () => {
      const mac = fleet.list().find(d => d.platform === 'macOS' && !d.compliant)
      const facts = { platform: 'darwin', os_version: '15.0', fingerprint: { serial_number: mac?.serial } }
      const agent = await enrolledAgent(target, admin, facts)
      const { asset_id } = (await agent.beat({ hostname: 'managed-mac', os_version: '15.0' })).body
      await agent.api.close()
      const { body, text } = await admin.get(`/assets/${asset_id}`)
      const [mdm] = body.mdm
      promised(mdm.compliance_state === 'noncompliant' && mdm.conflicts.includes('os_version'), 'posture of both')
      promised(!text.includes(mac?.serial ?? ''), 'no serial number')
      const sources = body.sources.map((s: { type: string; confidence: string }) => `${s.type} (${s.confidence})`)
      return {
        value: undefined,
        shown: `${sources.join(' and ')}; ${mdm.compliance_state}; they disagree about ${mdm.conflicts.join(', ')}`,
      }
    })
    await story.step(
      'Names, users, addresses, serials and the secret: the provider knows them all. Here is what came in.',
      async () => {
        const auditor = (await admin.post('/service-accounts', { name: 'demo auditor', roles: ['auditor'] })).body
        const api = createApiClient(target.apiUrl, { token: auditor.token })
        const a = await api.get('/integrations/mdm/devices?compliance_state=noncompliant&limit=200')
        await api.close()
        promised(a.body.redaction_applied && a.body.items.length > 0, 'an auditor sees the devices')
        promised(!a.text.toLowerCase().includes(CANARY), 'nothing planted')
        const { device_id, platform, compliance_state, encrypted, model } = a.body.items[0]
        return { value: undefined, shown: JSON.stringify({ device_id, platform, compliance_state, encrypted, model }) }
      },
    )
  } finally {
    await served.close()
  }
}

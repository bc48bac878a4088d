import type { OperationHandler } from '@wardline/http'
import { rfc3339 } from '@wardline/kernel'
import { assets } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { ownAgent } from '../agents/own-agent.ts'
import { suspectClone } from '../clones/suspect-clone.ts'
import type { EnrollmentContext } from '../context.ts'
import { nextAsset } from './next-asset.ts'
import { noteAgent } from './note-agent.ts'

/** `POST /agents/{agent_id}/telemetry/heartbeat`. In the steady state it reads the agent and writes the asset: one write. */
export const recordHeartbeat =
  (context: EnrollmentContext): OperationHandler<'recordHeartbeat'> =>
  async request => {
    const principal = ownAgent(request)
    const heartbeat = request.body
    const at = rfc3339(context.clock.now())
    const { tenantId } = principal
    const agent = await noteAgent(context, principal, heartbeat, request.correlationId)
    const { result: fork } = await update(context.registry, assets, tenantId, agent.asset_id, current => {
      const { asset, fork } = nextAsset(current?.doc, agent, heartbeat, at)
      return { doc: asset, result: fork }
    })
    if (fork && !agent.clone_suspected)
      await suspectClone(context, agent.id, { sign: fork, tenantId, correlationId: request.correlationId })
    context.metrics.count('heartbeats_total')
    return {
      status: 200,
      body: {
        asset_id: agent.asset_id,
        server_time: rfc3339(context.clock.now()),
        heartbeat_interval_seconds: context.config.heartbeatIntervalSeconds,
        certificate_renewal_due: principal.renewalDue,
      },
    }
  }

import { type AgentPrincipal, Problem, rfc3339 } from '@wardline/kernel'
import { type AgentDoc, agents } from '@wardline/registries'
import { resolveAsset } from '../assets/resolve-asset.ts'
import { noteSerial } from '../certificates/note-serial.ts'
import type { EnrollmentContext } from '../context.ts'
import { confirmToken } from '../tokens/confirm-token.ts'
import type { Heartbeat } from './posture.ts'

export type AgentWithAsset = AgentDoc & { readonly asset_id: string }

const ATTEMPTS = 8

/**
 * What a heartbeat changes about its agent, and nothing is written when it changes nothing: the first one confirms the token and settles the
 * asset, a new certificate supersedes the older ones, a new host name or system version is noted.
 * @throws Problem `identity_revoked`, or `identity_unresolved` when the record is not there.
 */
export async function noteAgent(
  context: EnrollmentContext,
  principal: AgentPrincipal,
  heartbeat: Heartbeat,
): Promise<AgentWithAsset> {
  const { registry, clock } = context
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stored = await registry.read(agents, principal.tenantId, principal.id)
    if (!stored) throw new Problem('identity_unresolved', { retryAfter: 5 })
    if (stored.doc.state === 'revoked') throw new Problem('identity_revoked')
    const next = await changed(context, principal, stored.doc, heartbeat)
    if (next === stored.doc) return next
    const noted = { ...next, last_seen_at: rfc3339(clock.now()) }
    const result = await registry.write(agents, principal.tenantId, noted, { expect: stored.version })
    if (result.ok) return noted
  }
  throw new Problem('unavailable')
}

async function changed(
  context: EnrollmentContext,
  principal: AgentPrincipal,
  agent: AgentDoc,
  heartbeat: Heartbeat,
): Promise<AgentWithAsset> {
  let next = noteSerial(agent, principal.serialNumber, context.clock.now())
  if (next.last_seen_at === null) await confirmToken(context, principal.tenantId, next.token_id)
  if (next.asset_id === null) {
    const { assetId, possibleDuplicateOf } = await resolveAsset(context, principal.tenantId, next)
    next = { ...next, asset_id: assetId, possible_duplicate_of: possibleDuplicateOf }
  }
  const hostname = heartbeat.hostname
  const osVersion = heartbeat.os_version ?? next.os_version
  if (hostname !== next.hostname || osVersion !== next.os_version) next = { ...next, hostname, os_version: osVersion }
  return next as AgentWithAsset
}

import { type AgentPrincipal, Problem, rfc3339 } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import { type AgentDoc, agents } from '@wardline/registries'
import { type Decision, update } from '@wardline/service-kit'
import { resolveAsset } from '../assets/resolve-asset.ts'
import { noteSerial } from '../certificates/note-serial.ts'
import { flagged } from '../clones/suspect-clone.ts'
import type { EnrollmentContext } from '../context.ts'
import { confirmToken } from '../tokens/confirm-token.ts'
import type { Heartbeat } from './posture.ts'

export type AgentWithAsset = AgentDoc & { readonly asset_id: string }

/**
 * Applies a heartbeat to its agent; writes only if something changes. The first heartbeat confirms the token and decides
 * the asset, a new certificate supersedes the older ones, a new host name or system version is recorded, and a certificate
 * that was superseded long ago is a sign of a clone.
 * @throws Problem `identity_revoked`, or `identity_unresolved` if the record is missing.
 */
export async function noteAgent(
  context: EnrollmentContext,
  principal: AgentPrincipal,
  heartbeat: Heartbeat,
  correlationId: string,
): Promise<AgentWithAsset> {
  const { registry, clock } = context
  const note = async (stored: Stored<AgentDoc> | undefined): Promise<Decision<AgentDoc, AgentWithAsset>> => {
    if (!stored) throw new Problem('identity_unresolved', { retryAfter: 5 })
    if (stored.doc.state === 'revoked') throw new Problem('identity_revoked')
    const next = await changed(context, principal, stored.doc, heartbeat)
    const leftBehind = !next.clone_suspected && isLeftBehind(next, principal.serialNumber, clock.now())
    if (next === stored.doc && !leftBehind) return { result: next }
    const seen = { ...next, last_seen_at: rfc3339(clock.now()) }
    const { doc, emit } = leftBehind
      ? flagged(context, seen, { sign: 'generation', tenantId: principal.tenantId, correlationId })
      : { doc: seen, emit: [] }
    return { doc, emit, result: doc as AgentWithAsset }
  }
  const { result } = await update(registry, agents, principal.tenantId, principal.id, note)
  return result
}

/** For how long a machine may still have connections with the old certificate after it has used the new one. */
const HAND_OVER_MS = 15 * 60_000

/** Whether the certificate's successor has long been in use: the sender does not know about the renewal. */
const isLeftBehind = ({ certificates }: AgentDoc, serialNumber: string, now: number): boolean =>
  certificates.some(
    c =>
      c.serial_number === serialNumber && c.superseded_at !== null && now > Date.parse(c.superseded_at) + HAND_OVER_MS,
  )

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

import { derivedId, Problem, type TenantId } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import { type AgentDoc, agents, type FingerprintDoc, fingerprints } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { agentState, isLive } from '../agents/agent-state.ts'
import { type EnrollmentContext, idKey } from '../context.ts'

export interface ResolvedAsset {
  readonly assetId: string
  readonly possibleDuplicateOf: string | null
}

const ATTEMPTS = 8

/**
 * The asset of an agent's heartbeats, decided once, at the first one. A fingerprint without a live agent joins the asset of
 * the agent that had it. A fingerprint of a live agent makes a new, flagged asset, never a takeover. Idempotent. If two
 * machines report the same fingerprint at the same time, only one gets it.
 */
export async function resolveAsset(
  context: EnrollmentContext,
  tenant: TenantId,
  agent: AgentDoc,
): Promise<ResolvedAsset> {
  const own = derivedId('ast', idKey(context, tenant), agent.id)
  // Not `update`: this decision depends on several documents, and all of them are read again when one has changed.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const holders = await holdersOf(context, tenant, agent)
    const held = holders.find(h => h.live)?.stored?.doc.asset_id
    if (held !== undefined) return { assetId: own, possibleDuplicateOf: held }
    const joined = holders.find(h => h.stored)?.stored?.doc.asset_id
    const assetId = joined ?? own
    if (await holdAll(context, tenant, agent.id, assetId, holders)) {
      await supersede(context, tenant, agent.id, holders)
      return { assetId, possibleDuplicateOf: null }
    }
  }
  throw new Problem('unavailable')
}

interface Holder {
  readonly key: string
  readonly stored: Stored<FingerprintDoc> | undefined
  /** Whether another live agent has it. */
  readonly live: boolean
}

const holdersOf = (context: EnrollmentContext, tenant: TenantId, agent: AgentDoc): Promise<Holder[]> =>
  Promise.all(
    agent.fingerprints.map(async key => {
      const stored = await context.registry.read(fingerprints, tenant, key)
      if (!stored || stored.doc.agent_id === agent.id) return { key, stored, live: false }
      const holder = await context.registry.read(agents, tenant, stored.doc.agent_id)
      return { key, stored, live: holder !== undefined && isLive(holder.doc, context.clock.now()) }
    }),
  )

/** The identities that this one replaces. A revoked one stays revoked, because that says more. */
async function supersede(
  { registry, clock }: EnrollmentContext,
  tenant: TenantId,
  agentId: string,
  holders: readonly Holder[],
): Promise<void> {
  const before = new Set(holders.flatMap(h => h.stored?.doc.agent_id ?? []))
  for (const id of before) {
    if (id === agentId) continue
    await update(registry, agents, tenant, id, current =>
      current && agentState(current.doc, clock.now()) === 'stale'
        ? { doc: { ...current.doc, state: 'superseded' as const, renewal: null } }
        : undefined,
    )
  }
}

/** False if another agent took one meanwhile: try again. */
async function holdAll(
  { registry }: EnrollmentContext,
  tenant: TenantId,
  agentId: string,
  assetId: string,
  holders: readonly Holder[],
): Promise<boolean> {
  for (const { key, stored } of holders) {
    if (stored?.doc.agent_id === agentId && stored.doc.asset_id === assetId) continue
    const doc = { id: key, agent_id: agentId, asset_id: assetId }
    const result = await registry.write(fingerprints, tenant, doc, { expect: stored?.version ?? 'absent' })
    if (!result.ok) return false
  }
  return true
}

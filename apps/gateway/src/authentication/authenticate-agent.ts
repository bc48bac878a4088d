import { type AgentPrincipal, type Clock, type Keyring, PLATFORM_TENANT, Problem, tenantId } from '@wardline/kernel'
import { isBoundSerial } from '@wardline/pki'
import type { Registry } from '@wardline/ports'
import { type AgentDoc, agents, agentTombstones, clientAuthorities, MAX_CLIENT_AUTHORITIES } from '@wardline/registries'
import type { Alarms } from '@wardline/service-kit'
import { LRUCache } from 'lru-cache'
import { createReadThrough } from '../read-through.ts'
import type { ClientCertificate } from './client-certificate.ts'
import { type AgentEvidence, judgeAgent, REMEMBERED_MS, type Verdict } from './judge-agent.ts'
import type { StaleBreaker } from './stale-breaker.ts'
import type { TenantStates } from './tenant-states.ts'

/** An accepted agent. `renewalOnly`: its certificate has expired, so it may only report and renew. */
export interface AcceptedAgent {
  readonly principal: AgentPrincipal
  readonly renewalOnly: boolean
}

export type KnownAgent = Pick<AgentPrincipal, 'type' | 'id' | 'tenantId' | 'roles'>

export interface AgentAuthenticator {
  /**
   * `onKnown` is told the certificate's owner once our own authority vouches for it, even if the agent is then refused.
   * @throws Problem with a code from the closed set of {@link judgeAgent}.
   */
  authenticate(certificate: ClientCertificate, onKnown: (agent: KnownAgent) => void): Promise<AcceptedAgent>
  clear(): void
}

type Accepted = Extract<Verdict, { readonly agentClass: unknown }>

/** Stands for a store that could not be read. */
const unreadable = (): 'unreadable' => 'unreadable'

export function createAgentAuthenticator(options: {
  readonly registry: Registry
  readonly clock: Clock
  readonly keyring: Keyring
  readonly tenantStates: TenantStates
  readonly breaker: StaleBreaker
  readonly alarms: Alarms
}): AgentAuthenticator {
  const { registry, clock, keyring, tenantStates } = options
  const records = createReadThrough<AgentDoc | 'removed' | undefined>(async key => {
    const [tenant = '', agentId = ''] = key.split('/')
    const stored = await registry.read(agents, tenantId(tenant), agentId)
    if (stored) return stored.doc
    return (await registry.read(agentTombstones, tenantId(tenant), agentId)) && 'removed'
  })
  const authorities = createReadThrough<readonly string[]>(async () => {
    const stored = await registry.list(clientAuthorities, PLATFORM_TENANT, { limit: MAX_CLIENT_AUTHORITIES })
    return stored.filter(s => s.doc.role !== 'root').map(s => s.doc.certificate_pem)
  }, 1)
  const serialKey = keyring.key(PLATFORM_TENANT, 'serials')
  const issuers = new LRUCache<string, boolean>({ max: 50_000 })
  const verified = new LRUCache<string, { readonly at: number; readonly accepted: AcceptedAgent }>({
    max: 50_000,
    ttl: 2 * REMEMBERED_MS,
  })

  /**
   * If there is no authority at all, the store is behind; it does not mean that every agent is unknown. A certificate whose
   * serial number only we can have given to its key is ours, even if the store has lost the authority that signed it.
   */
  async function issuedByUs({ fingerprint, facts, claims }: ClientCertificate): Promise<AgentEvidence['issuedByUs']> {
    const ours = await authorities.get('client').catch(unreadable)
    if (ours === 'unreadable' || ours.length === 0) return 'unreadable'
    const signed = ours.some(pem => {
      const key = `${fingerprint}\n${pem}`
      const judged = issuers.get(key) ?? facts?.isIssuedBy(pem) ?? false
      issuers.set(key, judged)
      return judged
    })
    if (signed) return true
    return facts && claims && isBoundSerial(serialKey, facts.serialNumber, { ...claims, spkiHash: facts.spkiHash })
      ? 'forgotten'
      : false
  }

  /** A certificate that the cached record does not list may have been issued since. */
  async function recordOf(key: string, serialNumber: string): Promise<AgentEvidence['agent']> {
    const cached = await records.get(key).catch(unreadable)
    if (cached === 'unreadable' || cached === 'removed') return cached
    if (cached?.certificates.some(c => c.serial_number === serialNumber)) return cached
    return records.refresh(key).catch(unreadable)
  }

  async function verdictOf(certificate: ClientCertificate): Promise<Verdict> {
    const { facts, claims } = certificate
    if (!facts) return { kind: 'identity_unknown' }
    const ours = await issuedByUs(certificate)
    const lookUp = ours === true && claims !== undefined
    return judgeAgent({
      certificate: facts,
      issuedByUs: ours,
      namesAgent: claims !== undefined,
      agent: lookUp ? await recordOf(`${claims.tenantId}/${claims.agentId}`, facts.serialNumber) : undefined,
      tenant: lookUp ? await tenantStates.of(claims.tenantId).catch(unreadable) : 'unknown',
      verifiedAt: verified.get(certificate.fingerprint)?.at,
      now: clock.now(),
    })
  }

  function accept(certificate: ClientCertificate, known: KnownAgent, verdict: Accepted): AcceptedAgent {
    const { serialNumber } = certificate.facts!
    const principal = { ...known, agentClass: verdict.agentClass, serialNumber, renewalDue: verdict.renewalDue }
    const accepted = { principal, renewalOnly: verdict.kind === 'renewal_only' }
    verified.set(certificate.fingerprint, { at: clock.now(), accepted })
    return accepted
  }

  return {
    async authenticate(certificate, onKnown) {
      const verdict = await verdictOf(certificate)
      if (verdict.kind === 'identity_unknown') throw new Problem('identity_unknown')
      if (verdict.kind === 'unavailable') throw new Problem('unavailable', { retryAfter: 5 })
      const { tenantId: tenant, agentId } = certificate.claims!
      const known: KnownAgent = { type: 'agent', id: agentId, tenantId: tenant, roles: ['agent'] }
      onKnown(known)
      switch (verdict.kind) {
        case 'accepted':
        case 'renewal_only':
          return accept(certificate, known, verdict)
        case 'remembered':
          return verified.get(certificate.fingerprint)!.accepted
        case 'identity_unresolved':
          options.alarms.raise('agent_identity_unresolved')
          throw new Problem('identity_unresolved', { retryAfter: 5 })
        case 'identity_stale':
          if (!(await options.breaker.mayTell(`${tenant}/${agentId}`)))
            throw new Problem('unavailable', { retryAfter: 60 })
          throw new Problem('identity_stale')
        case 'identity_revoked':
          throw new Problem('identity_revoked')
      }
    },
    clear: () => records.clear(),
  }
}

/** Whom an agent's certificate names (docs/architecture.md#identity). */
export interface AgentIdentity {
  readonly trustDomain: string
  readonly tenantId: string
  readonly agentId: string
}

const TRUST_DOMAIN = /^[a-z0-9._-]{1,255}$/
const SHAPE = /^spiffe:\/\/([a-z0-9._-]{1,255})\/tenant\/(ten_[a-z0-9_]{1,60})\/agent\/(agt_[a-z0-9_]{1,60})$/

/** Whether a name may be a SPIFFE trust domain (SPIFFE-ID section 2.1: lower case, no port, no user). */
export const isTrustDomain = (name: string): boolean => TRUST_DOMAIN.test(name)

/** `spiffe://<trust-domain>/tenant/<t>/agent/<id>`. @throws Error when a part does not have its form. */
export function spiffeId({ trustDomain, tenantId, agentId }: AgentIdentity): string {
  const uri = `spiffe://${trustDomain}/tenant/${tenantId}/agent/${agentId}`
  if (!SHAPE.test(uri)) throw new Error('not the parts of an agent identity')
  return uri
}

/** The parts of an agent's SPIFFE ID; undefined for every other text, also for an id of another kind or a non-canonical spelling. */
export function parseSpiffeId(uri: string): AgentIdentity | undefined {
  if (uri.length > 512) return undefined
  const [, trustDomain, tenantId, agentId] = SHAPE.exec(uri) ?? []
  return trustDomain && tenantId && agentId ? { trustDomain, tenantId, agentId } : undefined
}

import { type Clock, newId, type TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import type { RedactorOf } from '@wardline/redaction'
import { type AuditFact, createAuditChain } from '../audit-trail/audit-chain.ts'

export interface AuditPorts {
  readonly registry: Registry
  readonly clock: Clock
  readonly redactorFor: RedactorOf
}

/** Records what an operator did with access to the machine, not through the API. @param command which command it was */
export async function recordAtTheMachine(
  ports: AuditPorts,
  tenantId: TenantId,
  command: string,
  act: Pick<AuditFact, 'operation' | 'resource' | 'status'>,
): Promise<void> {
  await createAuditChain(ports).append(tenantId, [
    {
      ...{ id: newId('aud'), tenantId, actor: { type: 'service_account', id: command } },
      ...{ ...act, outcome: 'succeeded', code: null },
      request_id: newId('req'),
      redaction_policy_id: null,
      client_address: '127.0.0.1',
    },
  ])
}

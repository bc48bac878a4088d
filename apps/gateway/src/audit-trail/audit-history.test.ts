import { expect, it } from '@jest/globals'
import { PLATFORM_TENANT } from '@wardline/kernel'
import { tenantRedactors } from '@wardline/redaction'
import { tenants } from '@wardline/registries'
import { as, memoryPorts, operationCaller, TENANT } from '@wardline/service-kit/testing'
import { continues, historyKey, includes, leafHash } from '@wardline/transparency'
import { gatewayService } from '../testing/gateway-service.ts'
import { auditDigest, createAuditChain } from './audit-chain.ts'
import type { ShownAudit } from './verify-audit.ts'

/** An id as we make them. */
const id = (prefix: string, n: number): string =>
  `${prefix}_${String(n)
    .replace(/\d/g, digit => 'klmnopqrst'[Number(digit)] as string)
    .padStart(26, 'a')}`
const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64')

async function kit() {
  const { ports, memory } = memoryPorts('gateway')
  await memory.write(tenants, PLATFORM_TENANT, { id: TENANT } as never, { expect: 'absent' })
  const redactorFor = tenantRedactors(ports.keyring)
  const chain = createAuditChain({ ...ports, redactorFor })
  const service = gatewayService(ports)
  const ask = operationCaller(() => service)
  const append = (n: number) =>
    chain.append(TENANT, [
      {
        id: id('aud', n),
        tenantId: TENANT,
        actor: { type: 'service_account', id: id('sva', 0) },
        operation: 'createTicket',
        resource: { type: 'ticket', id: id('tkt', n) },
        outcome: 'succeeded',
        status: 201,
        code: null,
        request_id: id('req', n),
        redaction_policy_id: null,
        client_address: '198.51.100.7',
      },
    ])
  /** What an auditor is answered. */
  const asAuditor = async (
    operation: Parameters<typeof ask>[0],
    search: string,
    view: 'audit_record' | 'inclusion_proof' | 'consistency_proof' | 'checkpoint',
  ) =>
    redactorFor(TENANT).redact(view, (await ask(operation, { principal: as('auditor'), search })).body) as Record<
      string,
      // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever is answered
      any
    >
  return { service, ask, append, asAuditor }
}

it('an auditor checks one record, and that an earlier checkpoint still holds, by nothing but its own view', async () => {
  const { service, append, asAuditor } = await kit()
  for (let n = 0; n < 5; n++) await append(n)
  await service.stop?.()
  const first = (await asAuditor('listAuditCheckpoints', '', 'checkpoint')).items[0]
  for (let n = 5; n < 9; n++) await append(n)
  await service.stop?.()

  const key = historyKey(first.verifier_key)
  const record = (await asAuditor('listAuditRecords', 'order=asc', 'audit_record')).items[3] as ShownAudit
  const inclusion = await asAuditor('proveAuditInclusion', `audit_id=${record.audit_id}`, 'inclusion_proof')
  const head = key.open(inclusion.note)!
  expect(head.size).toBe(9)
  const leaf = leafHash(Buffer.from(auditDigest(record), 'hex'))
  expect(includes(head, inclusion.leaf_index, leaf, inclusion.proof.map(bytes))).toBe(true)
  const other = leafHash(Buffer.from(auditDigest({ ...record, outcome: 'failed' }), 'hex'))
  expect(includes(head, inclusion.leaf_index, other, inclusion.proof.map(bytes))).toBe(false)

  const consistency = await asAuditor('proveAuditConsistency', 'from=5', 'consistency_proof')
  expect(continues(key.open(first.note)!, key.open(consistency.note)!, consistency.proof.map(bytes))).toBe(true)
})

it('what is not signed for has no proof yet, and what is not there none at all', async () => {
  const { service, ask, append } = await kit()
  const codeOf = (operation: Parameters<typeof ask>[0], search: string) =>
    ask(operation, { principal: as('auditor'), search }).then(
      () => 'answered',
      error => error.code,
    )
  await append(0)
  expect(await codeOf('proveAuditInclusion', `audit_id=${id('aud', 0)}`)).toBe('not_found')
  await service.stop?.()
  await append(1)
  expect(await codeOf('proveAuditInclusion', `audit_id=${id('aud', 0)}`)).toBe('answered')
  expect(await codeOf('proveAuditInclusion', `audit_id=${id('aud', 1)}`)).toBe('state_conflict')
  expect(await codeOf('proveAuditInclusion', `audit_id=${id('aud', 2)}`)).toBe('not_found')
  expect(await codeOf('proveAuditConsistency', 'from=2')).toBe('query_invalid')
  expect(await codeOf('proveAuditConsistency', 'from=1&to=2')).toBe('not_found')
})

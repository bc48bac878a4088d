import { createCursors, type OperationsOf } from '@wardline/http'
import { deleteAgent } from './agents/delete-agent.ts'
import { listAgents, readAgent } from './agents/read-agents.ts'
import { revokeAgent } from './agents/revoke-agent.ts'
import { listAssets, readAsset } from './assets/read-assets.ts'
import { listCertificateAuthorities } from './authority/list-authorities.ts'
import { rotateCertificateAuthority } from './authority/rotate-authority.ts'
import { renewCertificate } from './certificates/renew-certificate.ts'
import type { EnrollmentContext } from './context.ts'
import { exchangeEnrollment } from './exchange/exchange-enrollment.ts'
import { recordHeartbeat } from './heartbeats/record-heartbeat.ts'
import { listReceiptKeys } from './receipts/list-receipt-keys.ts'
import { createEnrollmentToken } from './tokens/create-enrollment-token.ts'
import { listEnrollmentTokens, readEnrollmentToken } from './tokens/read-enrollment-tokens.ts'
import { revokeEnrollmentToken } from './tokens/revoke-enrollment-token.ts'

export function enrollmentOperations(context: EnrollmentContext): OperationsOf<'enrollment'> {
  const cursors = createCursors(context.keyring)
  return {
    createEnrollmentToken: createEnrollmentToken(context),
    listEnrollmentTokens: listEnrollmentTokens(context, cursors),
    readEnrollmentToken: readEnrollmentToken(context),
    revokeEnrollmentToken: revokeEnrollmentToken(context),
    exchangeEnrollment: exchangeEnrollment(context),
    recordHeartbeat: recordHeartbeat(context),
    renewCertificate: renewCertificate(context),
    listAgents: listAgents(context, cursors),
    readAgent: readAgent(context),
    revokeAgent: revokeAgent(context),
    deleteAgent: deleteAgent(context),
    listCertificateAuthorities: listCertificateAuthorities(context),
    rotateCertificateAuthority: rotateCertificateAuthority(context),
    listReceiptKeys: listReceiptKeys(context),
    listAssets: listAssets(context, cursors),
    readAsset: readAsset(context),
  }
}

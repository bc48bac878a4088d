import { type History, listCheckpoints, proveAuditInclusion, proveConsistency, readCheckpoint } from '@wardline/chain'
import { createCursors, type OperationsOf } from '@wardline/http'
import type { AuditRecordDoc } from '@wardline/registries'
import { createConsumerKey } from './alert-consumer-keys/create-consumer-key.ts'
import { deleteConsumerKey } from './alert-consumer-keys/delete-consumer-key.ts'
import { listConsumerKeys } from './alert-consumer-keys/list-consumer-keys.ts'
import { listAuditRecords } from './audit-trail/list-audit-records.ts'
import { listRedactionPolicies, readRedactionPolicy } from './auditors/read-policies.ts'
import type { GatewayPorts } from './gateway-ports.ts'
import { approveIssuer } from './oidc/approve-issuer.ts'
import { createIssuer } from './oidc/create-issuer.ts'
import { deleteIssuer } from './oidc/delete-issuer.ts'
import { listIssuers, readIssuer } from './oidc/read-issuers.ts'
import { updateIssuer } from './oidc/update-issuer.ts'
import { confirmRestore } from './restores/confirm-restore.ts'
import { listRestores } from './restores/list-restores.ts'
import { createServiceAccount } from './service-accounts/create-service-account.ts'
import { deleteServiceAccount } from './service-accounts/delete-service-account.ts'
import { listServiceAccounts, readServiceAccount } from './service-accounts/read-service-accounts.ts'
import { rotateServiceAccount } from './service-accounts/rotate-service-account.ts'
import { createSession } from './sessions/create-session.ts'
import { endSession } from './sessions/end-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { readSession } from './sessions/read-session.ts'
import { deleteSession } from './sign-in/delete-session.ts'
import { finishSignIn } from './sign-in/finish-sign-in.ts'
import { createIdentityProviders } from './sign-in/identity-providers.ts'
import { startIssuerProof } from './sign-in/start-issuer-proof.ts'
import { startSignIn } from './sign-in/start-sign-in.ts'
import { createTenant } from './tenants/create-tenant.ts'
import { deleteTenant } from './tenants/delete-tenant.ts'
import { listTenants, readTenant } from './tenants/read-tenants.ts'
import { updateTenant } from './tenants/update-tenant.ts'

/** The gateway's own operations. It forwards everything else to other services. */
export function gatewayOperations(
  ports: GatewayPorts & { readonly history: History<AuditRecordDoc> },
): OperationsOf<'gateway'> {
  const cursors = createCursors(ports.keyring)
  const logged = { ...ports, cursors }
  const signIn = { ...ports, providers: createIdentityProviders(ports) }
  return {
    createTenant: createTenant(ports),
    listTenants: listTenants(ports, cursors),
    readTenant: readTenant(ports),
    updateTenant: updateTenant(ports),
    deleteTenant: deleteTenant(ports),
    createServiceAccount: createServiceAccount(ports),
    listServiceAccounts: listServiceAccounts(ports, cursors),
    readServiceAccount: readServiceAccount(ports),
    rotateServiceAccount: rotateServiceAccount(ports),
    deleteServiceAccount: deleteServiceAccount(ports),
    createOidcIssuer: createIssuer(ports),
    listOidcIssuers: listIssuers(ports, cursors),
    readOidcIssuer: readIssuer(ports),
    updateOidcIssuer: updateIssuer(ports),
    deleteOidcIssuer: deleteIssuer(ports),
    startOidcIssuerProof: startIssuerProof(signIn),
    approveOidcIssuer: approveIssuer(ports),
    createAlertConsumerKey: createConsumerKey(ports),
    listAlertConsumerKeys: listConsumerKeys(ports),
    deleteAlertConsumerKey: deleteConsumerKey(ports),
    createSession: createSession(ports),
    readSession: readSession(ports),
    deleteSession: deleteSession(signIn),
    listSessions: listSessions(ports, cursors),
    endSession: endSession(ports),
    startSignIn: startSignIn(signIn),
    finishSignIn: finishSignIn(signIn),
    listAuditRecords: listAuditRecords(ports, cursors),
    listAuditCheckpoints: listCheckpoints(logged),
    readAuditCheckpoint: readCheckpoint(logged),
    proveAuditInclusion: proveAuditInclusion(logged),
    proveAuditConsistency: proveConsistency(logged),
    listRedactionPolicies: listRedactionPolicies(),
    readRedactionPolicy: readRedactionPolicy(),
    listRestores: listRestores(ports, cursors),
    confirmRestore: confirmRestore(ports),
  }
}

import type { Role, ServiceName } from '@wardline/kernel'
import { isOperationId, OPERATION_IDS, type OperationId } from './operation-id.ts'
import { type BodyLimits, type OperationRow, rowsOf, TEXT_BODY } from './operation-row.ts'

export type { OperationId } from './operation-id.ts'
export type { BodyLimits, OperationRow } from './operation-row.ts'

const KIB = 1_024
const READERS: readonly Role[] = ['admin', 'operator', 'analyst', 'auditor']
const STAFF: readonly Role[] = ['admin', 'operator', 'analyst']
const OPERATORS: readonly Role[] = ['admin', 'operator']
const ADMIN: readonly Role[] = ['admin']
const PLATFORM: readonly Role[] = ['platform_admin']
const ADMINS: readonly Role[] = ['platform_admin', 'admin']
const PEOPLE: readonly Role[] = ['platform_admin', ...READERS]

/** A request for a certificate is at most 16 KiB; the rest of an exchange is short. */
const CERTIFICATE_BODY: BodyLimits = { maxBytes: 32 * KIB, maxDepth: 16 }
/**
 * Hundreds of disks and interfaces, and twice the limit on stored extras. Parts that nest too deeply are left out
 * there, never refused.
 */
const HEARTBEAT_BODY: BodyLimits = { maxBytes: 512 * KIB, maxDepth: 'owner' }
/** 100 events of 64 KiB, escaped. An event that nests too deeply is refused on its own. */
const BATCH_BODY: BodyLimits = { maxBytes: 8 * KIB * KIB, maxDepth: 'owner' }
/** A rule's text has 256 Ki characters at most. */
const RULE_BODY: BodyLimits = { maxBytes: KIB * KIB, maxDepth: 16 }
/** An event as rules see it. */
const EVENT_BODY: BodyLimits = { maxBytes: 256 * KIB, maxDepth: 64 }
/** An agent asks again with the next heartbeat, so it need not wait long. */
const AGENT_DEADLINE_MS = 30_000

const gateway = rowsOf('gateway')
const enrollment = rowsOf('enrollment')
const mdm = rowsOf('mdm-connector')
const ingest = rowsOf('ingest')
const normalizer = rowsOf('normalizer')
const logStore = rowsOf('log-store')
const detector = rowsOf('detector')
const alerts = rowsOf('alert-projector')

const standing = { changesStanding: true } as const
const ownAgents = { duringRestore: 'held', idempotency: 'own', deadlineMs: AGENT_DEADLINE_MS } as const

/**
 * The only table of operations: which service handles each, who may call it, and what it may cost. An operation of
 * `openapi/` without a row does not compile.
 */
export const OPERATION_TABLE = Object.freeze({
  createTenant: gateway.post(PLATFORM),
  listTenants: gateway.read(ADMINS),
  readTenant: gateway.read(ADMINS),
  updateTenant: gateway.patch(PLATFORM, standing),
  deleteTenant: gateway.remove(PLATFORM, standing),
  createServiceAccount: gateway.post(ADMINS, { secrets: ['token'] }),
  listServiceAccounts: gateway.read(ADMINS),
  readServiceAccount: gateway.read(ADMINS),
  rotateServiceAccount: gateway.post(ADMINS, { ...standing, secrets: ['token'] }),
  deleteServiceAccount: gateway.remove(ADMINS, standing),
  createOidcIssuer: gateway.post(ADMIN),
  listOidcIssuers: gateway.read(ADMINS),
  readOidcIssuer: gateway.read(ADMIN),
  updateOidcIssuer: gateway.patch(ADMIN, standing),
  deleteOidcIssuer: gateway.remove(ADMINS, standing),
  startOidcIssuerProof: gateway.act(ADMIN, { idempotency: 'none' }),
  approveOidcIssuer: gateway.act(PLATFORM, standing),
  createSession: gateway.act(PEOPLE, { idempotency: 'own' }),
  readSession: gateway.read(PEOPLE),
  deleteSession: gateway.remove(PEOPLE, standing),
  listSessions: gateway.read(PEOPLE),
  endSession: gateway.remove(PEOPLE, standing),
  startSignIn: gateway.read('public', { rateLimit: 'sign_in' }),
  finishSignIn: gateway.read('public', { rateLimit: 'sign_in', audit: 'change' }),
  listAuditRecords: gateway.read(['admin', 'auditor']),
  listAuditCheckpoints: gateway.read(['admin', 'auditor']),
  readAuditCheckpoint: gateway.read(['admin', 'auditor']),
  proveAuditInclusion: gateway.read(['admin', 'auditor']),
  proveAuditConsistency: gateway.read(['admin', 'auditor']),
  listRedactionPolicies: gateway.read(READERS),
  readRedactionPolicy: gateway.read(READERS),
  listRestores: gateway.read(PLATFORM),
  confirmRestore: gateway.act(PLATFORM, standing),

  createEnrollmentToken: enrollment.post(OPERATORS, { secrets: ['token'] }),
  listEnrollmentTokens: enrollment.read(OPERATORS),
  readEnrollmentToken: enrollment.read(OPERATORS),
  revokeEnrollmentToken: enrollment.act(OPERATORS),
  exchangeEnrollment: enrollment.post('public', {
    ...ownAgents,
    beforeEnrollment: true,
    rateLimit: 'exchange',
    audit: 'read',
    body: CERTIFICATE_BODY,
  }),
  recordHeartbeat: enrollment.post(['agent'], {
    ...ownAgents,
    afterExpiry: true,
    audit: 'read',
    body: HEARTBEAT_BODY,
  }),
  renewCertificate: enrollment.post(['agent'], {
    ...ownAgents,
    ...standing,
    afterExpiry: true,
    body: CERTIFICATE_BODY,
  }),
  listAgents: enrollment.read(STAFF),
  readAgent: enrollment.read(STAFF),
  revokeAgent: enrollment.post(OPERATORS, standing),
  deleteAgent: enrollment.remove(OPERATORS, standing),
  listCertificateAuthorities: enrollment.read(['platform_admin', 'admin', 'operator']),
  rotateCertificateAuthority: enrollment.act(PLATFORM),
  listReceiptKeys: enrollment.read(READERS),
  listAssets: enrollment.read(READERS),
  readAsset: enrollment.read(READERS),

  createMdmConnection: mdm.post(OPERATORS),
  listMdmConnections: mdm.read(STAFF),
  readMdmConnection: mdm.read(STAFF),
  updateMdmConnection: mdm.patch(OPERATORS),
  syncMdmConnection: mdm.act(OPERATORS),
  listMdmSyncRuns: mdm.read(STAFF),
  readMdmSyncRun: mdm.read(STAFF),
  listMdmDevices: mdm.read(READERS),
  readMdmDevice: mdm.read(READERS),

  createLogSource: ingest.post(OPERATORS),
  listLogSources: ingest.read(STAFF),
  readLogSource: ingest.read(STAFF),
  updateLogSource: ingest.patch(OPERATORS),
  readLogSourceLedger: ingest.read(STAFF),
  ingestLogs: ingest.post(['admin', 'operator', 'collector', 'agent'], {
    agentClasses: ['collector'],
    audit: 'read',
    body: BATCH_BODY,
  }),

  searchLogs: logStore.read(READERS),
  readLogFacets: logStore.read(READERS),
  readLogHistogram: logStore.read(READERS),
  readLogEvent: logStore.read(READERS),
  listRejections: normalizer.read(STAFF),
  readRejection: normalizer.read(STAFF),
  replayRejection: normalizer.act(OPERATORS),
  discardRejection: normalizer.post(OPERATORS),
  readRetention: logStore.read(STAFF),
  updateRetention: logStore.patch(ADMIN),
  listArchives: logStore.read(OPERATORS),
  readArchive: logStore.read(OPERATORS),
  verifyArchives: logStore.act(OPERATORS),
  createArchiveRestore: logStore.post(OPERATORS),
  listArchiveRestores: logStore.read(OPERATORS),
  readArchiveRestore: logStore.read(OPERATORS),
  endArchiveRestore: logStore.act(OPERATORS),
  destroyArchive: logStore.post(ADMIN),
  createLogErasure: logStore.post(ADMIN),
  listLogErasures: logStore.read(ADMIN),
  readLogErasure: logStore.read(ADMIN),
  readLegalHold: logStore.read(OPERATORS),
  updateLegalHold: logStore.patch(ADMIN),

  createDetectionRule: detector.post(ADMIN, { body: RULE_BODY }),
  listDetectionRules: detector.read(STAFF),
  readDetectionRule: detector.read(STAFF),
  updateDetectionRule: detector.patch(ADMIN),
  testDetectionRule: detector.post(STAFF, { body: EVENT_BODY }),
  explainDetectionRule: detector.post(STAFF),

  listAlerts: alerts.read(READERS),
  readAlert: alerts.read(READERS),
  updateAlert: alerts.patch(OPERATORS),
  streamAlerts: alerts.read(READERS),
  createTicket: alerts.post(STAFF, { body: TEXT_BODY }),
  listTickets: alerts.read(READERS),
  readTicket: alerts.read(READERS),
  updateTicket: alerts.patch(STAFF, { body: TEXT_BODY }),
  createTicketComment: alerts.post(STAFF, { body: TEXT_BODY }),
  listTicketComments: alerts.read(READERS),
  listEvidence: alerts.read(READERS),
  readEvidence: alerts.read(READERS),
  listEvidenceCheckpoints: alerts.read(READERS),
  readEvidenceCheckpoint: alerts.read(READERS),
  proveEvidenceInclusion: alerts.read(READERS),
  proveEvidenceConsistency: alerts.read(READERS),
  createAlertDestination: alerts.post(ADMIN, { secrets: ['signing_secret'] }),
  listAlertDestinations: alerts.read(ADMIN),
  readAlertDestination: alerts.read(ADMIN),
  updateAlertDestination: alerts.patch(ADMIN),
  deleteAlertDestination: alerts.remove(ADMIN),
  testAlertDestination: alerts.act(ADMIN),
} satisfies Record<OperationId, OperationRow>)

/** The operations that a service handles. */
export type OperationsOfService<Service extends ServiceName> = {
  [Id in OperationId]: (typeof OPERATION_TABLE)[Id]['service'] extends Service ? Id : never
}[OperationId]

/** Their names. */
export const operationIdsOf = (service: ServiceName): readonly OperationId[] =>
  OPERATION_IDS.filter(id => OPERATION_TABLE[id].service === service)

/** The row of an operation by a name that may be anything; undefined where no operation has it. */
export const rowOf = (operationId: string): OperationRow | undefined =>
  isOperationId(operationId) ? OPERATION_TABLE[operationId] : undefined

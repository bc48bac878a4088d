import type { Role, ServiceName } from '@wardline/kernel'
import { isOperationId, OPERATION_IDS, type OperationId } from './operation-id.ts'
import { type BodyLimits, type OperationRow, RECORD_BODY, rowsOf, TEXT_BODY } from './operation-row.ts'

export type { OperationId } from './operation-id.ts'
export { type BodyLimits, type OperationRow, RECORD_BODY } from './operation-row.ts'

const KIB = 1_024
const READERS: readonly Role[] = ['admin', 'operator', 'analyst', 'auditor']
const STAFF: readonly Role[] = ['admin', 'operator', 'analyst']
const OPERATORS: readonly Role[] = ['admin', 'operator']
const ADMIN: readonly Role[] = ['admin']
const PLATFORM: readonly Role[] = ['platform_admin']
const ADMINS: readonly Role[] = ['platform_admin', 'admin']
const PEOPLE: readonly Role[] = ['platform_admin', ...READERS]

/** A request for a certificate is at most 16 KiB; the rest of an exchange is short. */
const CERTIFICATE_BODY: BodyLimits = { ...RECORD_BODY, maxBytes: 32 * KIB, maxMembers: 512 }
/**
 * Hundreds of disks and interfaces, and twice the limit on stored extras. Parts that nest too deeply are left out
 * there, never refused.
 */
const HEARTBEAT_BODY: BodyLimits = { maxBytes: 512 * KIB, maxDepth: 64, maxMembers: 20_000, deeper: 'emptied' }
/**
 * 100 events of 64 KiB, escaped, with 2,500 members each. An event that nests more than 64 levels is refused on its own,
 * and a batch has three more.
 */
const BATCH_BODY: BodyLimits = { maxBytes: 8 * KIB * KIB, maxDepth: 128, maxMembers: 250_000, deeper: 'emptied' }
/** A rule's text has 256 Ki characters at most. */
const RULE_BODY: BodyLimits = { ...RECORD_BODY, maxBytes: KIB * KIB }
/** An event as rules see it. */
const EVENT_BODY: BodyLimits = { maxBytes: 256 * KIB, maxDepth: 64, maxMembers: 16_384, deeper: 'refused' }
/** What a search of logs can be filtered by that tells people apart. */
const LOG_PERSONS: readonly string[] = ['user', 'ip', 'host']
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
  listTenants: gateway.readFacts(ADMINS),
  readTenant: gateway.readFacts(ADMINS),
  updateTenant: gateway.patch(PLATFORM, standing),
  deleteTenant: gateway.remove(PLATFORM, standing),
  createServiceAccount: gateway.post(ADMINS, { secrets: ['token'] }),
  listServiceAccounts: gateway.readFacts(ADMINS),
  readServiceAccount: gateway.readFacts(ADMINS),
  rotateServiceAccount: gateway.post(ADMINS, { ...standing, secrets: ['token'] }),
  deleteServiceAccount: gateway.remove(ADMINS, standing),
  createOidcIssuer: gateway.post(ADMIN),
  listOidcIssuers: gateway.readFacts(ADMINS),
  readOidcIssuer: gateway.readFacts(ADMIN),
  updateOidcIssuer: gateway.patch(ADMIN, standing),
  deleteOidcIssuer: gateway.remove(ADMINS, standing),
  startOidcIssuerProof: gateway.act(ADMIN, { idempotency: 'none' }),
  approveOidcIssuer: gateway.act(PLATFORM, standing),
  createAlertConsumerKey: gateway.post(ADMIN),
  listAlertConsumerKeys: gateway.readFacts(ADMIN),
  deleteAlertConsumerKey: gateway.remove(ADMIN),
  createSession: gateway.act(PEOPLE, { idempotency: 'own' }),
  readSession: gateway.readFacts(PEOPLE),
  deleteSession: gateway.remove(PEOPLE, standing),
  listSessions: gateway.readFacts(PEOPLE),
  endSession: gateway.remove(PEOPLE, standing),
  startSignIn: gateway.readFacts('public', { rateLimit: 'sign_in' }),
  finishSignIn: gateway.readFacts('public', { rateLimit: 'sign_in', audit: 'change' }),
  listAuditRecords: gateway.readPersons(['admin', 'auditor']),
  listAuditCheckpoints: gateway.readFacts(['admin', 'auditor']),
  readAuditCheckpoint: gateway.readFacts(['admin', 'auditor']),
  proveAuditInclusion: gateway.readFacts(['admin', 'auditor']),
  proveAuditConsistency: gateway.readFacts(['admin', 'auditor']),
  listRedactionPolicies: gateway.readFacts(READERS),
  readRedactionPolicy: gateway.readFacts(READERS),
  listRestores: gateway.readFacts(PLATFORM),
  confirmRestore: gateway.act(PLATFORM, standing),

  createEnrollmentToken: enrollment.post(OPERATORS, { secrets: ['token'] }),
  listEnrollmentTokens: enrollment.readFacts(OPERATORS),
  readEnrollmentToken: enrollment.readFacts(OPERATORS),
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
  listAgents: enrollment.readPersons(STAFF),
  readAgent: enrollment.readPersons(STAFF),
  revokeAgent: enrollment.post(OPERATORS, standing),
  deleteAgent: enrollment.remove(OPERATORS, standing),
  listCertificateAuthorities: enrollment.readFacts(['platform_admin', 'admin', 'operator']),
  rotateCertificateAuthority: enrollment.act(PLATFORM),
  listReceiptKeys: enrollment.readFacts(READERS),
  listAssets: enrollment.readPersons(READERS, { personalFilters: ['hostname'] }),
  readAsset: enrollment.readPersons(READERS),

  createMdmConnection: mdm.post(OPERATORS),
  listMdmConnections: mdm.readFacts(STAFF),
  readMdmConnection: mdm.readFacts(STAFF),
  updateMdmConnection: mdm.patch(OPERATORS),
  syncMdmConnection: mdm.act(OPERATORS),
  listMdmSyncRuns: mdm.readFacts(STAFF),
  readMdmSyncRun: mdm.readFacts(STAFF),
  listMdmDevices: mdm.readFacts(READERS),
  readMdmDevice: mdm.readFacts(READERS),

  createLogSource: ingest.post(OPERATORS),
  listLogSources: ingest.readFacts(STAFF),
  readLogSource: ingest.readFacts(STAFF),
  updateLogSource: ingest.patch(OPERATORS),
  readLogSourceLedger: ingest.readFacts(STAFF),
  ingestLogs: ingest.post(['admin', 'operator', 'collector', 'agent'], {
    agentClasses: ['collector'],
    audit: 'read',
    body: BATCH_BODY,
    atOnce: 4,
  }),

  searchLogs: logStore.readPersons(READERS, { personalFilters: LOG_PERSONS }),
  readLogFacets: logStore.readFacts(READERS, { personalFilters: LOG_PERSONS }),
  readLogHistogram: logStore.readFacts(READERS, { personalFilters: LOG_PERSONS }),
  readLogEvent: logStore.readPersons(READERS),
  listRejections: normalizer.readFacts(STAFF),
  readRejection: normalizer.readFacts(STAFF),
  replayRejection: normalizer.act(OPERATORS),
  discardRejection: normalizer.post(OPERATORS),
  readRetention: logStore.readFacts(STAFF),
  updateRetention: logStore.patch(ADMIN),
  listArchives: logStore.readFacts(OPERATORS),
  readArchive: logStore.readFacts(OPERATORS),
  verifyArchives: logStore.act(OPERATORS),
  createArchiveRestore: logStore.post(OPERATORS),
  listArchiveRestores: logStore.readFacts(OPERATORS),
  readArchiveRestore: logStore.readFacts(OPERATORS),
  endArchiveRestore: logStore.act(OPERATORS),
  destroyArchive: logStore.post(ADMIN),
  createLogErasure: logStore.post(ADMIN),
  listLogErasures: logStore.readFacts(ADMIN),
  readLogErasure: logStore.readFacts(ADMIN),
  readLegalHold: logStore.readFacts(OPERATORS),
  updateLegalHold: logStore.patch(ADMIN),

  createDetectionRule: detector.post(ADMIN, { body: RULE_BODY }),
  listDetectionRules: detector.readFacts(STAFF),
  readDetectionRule: detector.readFacts(STAFF),
  updateDetectionRule: detector.patch(ADMIN),
  testDetectionRule: detector.post(STAFF, { body: EVENT_BODY }),
  explainDetectionRule: detector.post(STAFF),

  listAlerts: alerts.readPersons(READERS),
  readAlert: alerts.readPersons(READERS),
  updateAlert: alerts.patch(OPERATORS),
  streamAlerts: alerts.readPersons(READERS),
  createTicket: alerts.post(STAFF, { body: TEXT_BODY }),
  listTickets: alerts.readPersons(READERS, { personalFilters: ['assignee'] }),
  readTicket: alerts.readPersons(READERS),
  updateTicket: alerts.patch(STAFF, { body: TEXT_BODY }),
  createTicketComment: alerts.post(STAFF, { body: TEXT_BODY }),
  listTicketComments: alerts.readPersons(READERS),
  listEvidence: alerts.readFacts(READERS),
  readEvidence: alerts.readFacts(READERS),
  listEvidenceCheckpoints: alerts.readFacts(READERS),
  readEvidenceCheckpoint: alerts.readFacts(READERS),
  proveEvidenceInclusion: alerts.readFacts(READERS),
  proveEvidenceConsistency: alerts.readFacts(READERS),
  createAlertDestination: alerts.post(ADMIN, { secrets: ['signing_secret'] }),
  listAlertDestinations: alerts.readFacts(ADMIN),
  readAlertDestination: alerts.readFacts(ADMIN),
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

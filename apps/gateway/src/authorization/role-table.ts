import type { Role, ServiceName } from '@wardline/kernel'
import type { RatePolicyName } from '../admission/rate-limits.ts'

/** Who may do an operation. `public`: no credentials at all. Roles that are not listed are refused. */
export interface Access {
  readonly service: ServiceName
  readonly roles: readonly Role[] | 'public'
  /** Agents of these classes only, where `roles` has `agent`. */
  readonly agentClasses?: readonly ('endpoint' | 'collector')[]
  /** The bucket of a client address, where `roles` is `public`; `address` where nothing is said. */
  readonly limit?: RatePolicyName
}

const READERS: readonly Role[] = ['admin', 'operator', 'analyst', 'auditor']
const STAFF: readonly Role[] = ['admin', 'operator', 'analyst']
const OPERATORS: readonly Role[] = ['admin', 'operator']
const PEOPLE: readonly Role[] = ['platform_admin', ...READERS]
const of =
  (service: ServiceName) =>
  (roles: Access['roles'], extra: Partial<Access> = {}): Access => ({ service, roles, ...extra })
const gateway = of('gateway')
const enrollment = of('enrollment')
const ingest = of('ingest')
const normalizer = of('normalizer')
const detector = of('detector')
const mdm = of('mdm-connector')
const alerts = of('alert-projector')

/** The one table of operation x role (docs/roles.md is made from it). */
export const ROLE_TABLE: Readonly<Record<string, Access>> = Object.freeze({
  createTenant: gateway(['platform_admin']),
  listTenants: gateway(['platform_admin', 'admin']),
  readTenant: gateway(['platform_admin', 'admin']),
  updateTenant: gateway(['platform_admin']),
  deleteTenant: gateway(['platform_admin']),
  createServiceAccount: gateway(['platform_admin', 'admin']),
  listServiceAccounts: gateway(['platform_admin', 'admin']),
  readServiceAccount: gateway(['platform_admin', 'admin']),
  rotateServiceAccount: gateway(['platform_admin', 'admin']),
  deleteServiceAccount: gateway(['platform_admin', 'admin']),
  createOidcIssuer: gateway(['admin']),
  listOidcIssuers: gateway(['platform_admin', 'admin']),
  readOidcIssuer: gateway(['admin']),
  updateOidcIssuer: gateway(['admin']),
  deleteOidcIssuer: gateway(['platform_admin', 'admin']),
  createSession: gateway(PEOPLE),
  readSession: gateway(PEOPLE),
  deleteSession: gateway(PEOPLE),
  startSignIn: gateway('public', { limit: 'sign_in' }),
  finishSignIn: gateway('public', { limit: 'sign_in' }),
  listAuditRecords: gateway(['admin', 'auditor']),
  listRedactionPolicies: gateway(READERS),
  readRedactionPolicy: gateway(READERS),
  listRestores: gateway(['platform_admin']),
  confirmRestore: gateway(['platform_admin']),

  createEnrollmentToken: enrollment(OPERATORS),
  listEnrollmentTokens: enrollment(OPERATORS),
  readEnrollmentToken: enrollment(OPERATORS),
  revokeEnrollmentToken: enrollment(OPERATORS),
  exchangeEnrollment: enrollment('public', { limit: 'exchange' }),
  recordHeartbeat: enrollment(['agent']),
  renewCertificate: enrollment(['agent']),
  listAgents: enrollment(STAFF),
  readAgent: enrollment(STAFF),
  revokeAgent: enrollment(OPERATORS),
  deleteAgent: enrollment(OPERATORS),
  listCertificateAuthorities: enrollment(['platform_admin', 'admin', 'operator']),
  rotateCertificateAuthority: enrollment(['platform_admin']),
  listReceiptKeys: enrollment(READERS),
  listAssets: enrollment(READERS),
  readAsset: enrollment(READERS),

  createMdmConnection: mdm(OPERATORS),
  listMdmConnections: mdm(STAFF),
  readMdmConnection: mdm(STAFF),
  updateMdmConnection: mdm(OPERATORS),
  syncMdmConnection: mdm(OPERATORS),
  listMdmSyncRuns: mdm(STAFF),
  readMdmSyncRun: mdm(STAFF),
  listMdmDevices: mdm(READERS),
  readMdmDevice: mdm(READERS),

  createLogSource: ingest(OPERATORS),
  listLogSources: ingest(STAFF),
  readLogSource: ingest(STAFF),
  updateLogSource: ingest(OPERATORS),
  readLogSourceLedger: ingest(STAFF),
  ingestLogs: ingest(['admin', 'operator', 'collector', 'agent'], { agentClasses: ['collector'] }),

  searchLogs: normalizer(READERS),
  readLogFacets: normalizer(READERS),
  readLogHistogram: normalizer(READERS),
  readLogEvent: normalizer(READERS),
  listRejections: normalizer(STAFF),
  readRejection: normalizer(STAFF),
  replayRejection: normalizer(OPERATORS),
  discardRejection: normalizer(OPERATORS),
  readRetention: normalizer(STAFF),
  updateRetention: normalizer(['admin']),
  listArchives: normalizer(OPERATORS),
  readArchive: normalizer(OPERATORS),
  verifyArchives: normalizer(OPERATORS),
  createArchiveRestore: normalizer(OPERATORS),
  listArchiveRestores: normalizer(OPERATORS),
  readArchiveRestore: normalizer(OPERATORS),
  endArchiveRestore: normalizer(OPERATORS),
  destroyArchive: normalizer(['admin']),
  createLogErasure: normalizer(['admin']),
  listLogErasures: normalizer(['admin']),
  readLogErasure: normalizer(['admin']),
  readLegalHold: normalizer(OPERATORS),
  updateLegalHold: normalizer(['admin']),

  createDetectionRule: detector(['admin']),
  listDetectionRules: detector(STAFF),
  readDetectionRule: detector(STAFF),
  updateDetectionRule: detector(['admin']),
  testDetectionRule: detector(STAFF),
  explainDetectionRule: detector(STAFF),

  listAlerts: alerts(READERS),
  readAlert: alerts(READERS),
  updateAlert: alerts(OPERATORS),
  streamAlerts: alerts(READERS),
  createTicket: alerts(STAFF),
  listTickets: alerts(READERS),
  readTicket: alerts(READERS),
  updateTicket: alerts(STAFF),
  createTicketComment: alerts(STAFF),
  listTicketComments: alerts(READERS),
  listEvidence: alerts(READERS),
  readEvidence: alerts(READERS),
  createAlertDestination: alerts(['admin']),
  listAlertDestinations: alerts(['admin']),
  readAlertDestination: alerts(['admin']),
  updateAlertDestination: alerts(['admin']),
  deleteAlertDestination: alerts(['admin']),
  testAlertDestination: alerts(['admin']),
})

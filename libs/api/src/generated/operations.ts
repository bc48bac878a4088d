// Generated from openapi/ by `npm run api:generate`. Do not edit.

/** Every operation of the API. */
export const OPERATION_IDS = [
  'approveOidcIssuer',
  'confirmRestore',
  'createAlertConsumerKey',
  'createAlertDestination',
  'createArchiveRestore',
  'createDetectionRule',
  'createEnrollmentToken',
  'createLogErasure',
  'createLogSource',
  'createMdmConnection',
  'createOidcIssuer',
  'createServiceAccount',
  'createSession',
  'createTenant',
  'createTicket',
  'createTicketComment',
  'deleteAgent',
  'deleteAlertConsumerKey',
  'deleteAlertDestination',
  'deleteOidcIssuer',
  'deleteServiceAccount',
  'deleteSession',
  'deleteTenant',
  'destroyArchive',
  'discardRejection',
  'endArchiveRestore',
  'endSession',
  'exchangeEnrollment',
  'explainDetectionRule',
  'finishSignIn',
  'ingestLogs',
  'listAgents',
  'listAlertConsumerKeys',
  'listAlertDestinations',
  'listAlerts',
  'listArchiveRestores',
  'listArchives',
  'listAssets',
  'listAuditCheckpoints',
  'listAuditRecords',
  'listCertificateAuthorities',
  'listDetectionRules',
  'listEnrollmentTokens',
  'listEvidence',
  'listEvidenceCheckpoints',
  'listLogErasures',
  'listLogSources',
  'listMdmConnections',
  'listMdmDevices',
  'listMdmSyncRuns',
  'listOidcIssuers',
  'listReceiptKeys',
  'listRedactionPolicies',
  'listRejections',
  'listRestores',
  'listServiceAccounts',
  'listSessions',
  'listTenants',
  'listTicketComments',
  'listTickets',
  'proveAuditConsistency',
  'proveAuditInclusion',
  'proveEvidenceConsistency',
  'proveEvidenceInclusion',
  'readAgent',
  'readAlert',
  'readAlertDestination',
  'readArchive',
  'readArchiveRestore',
  'readAsset',
  'readAuditCheckpoint',
  'readDetectionRule',
  'readEnrollmentToken',
  'readEvidence',
  'readEvidenceCheckpoint',
  'readLegalHold',
  'readLogErasure',
  'readLogEvent',
  'readLogFacets',
  'readLogHistogram',
  'readLogSource',
  'readLogSourceLedger',
  'readMdmConnection',
  'readMdmDevice',
  'readMdmSyncRun',
  'readOidcIssuer',
  'readRedactionPolicy',
  'readRejection',
  'readRetention',
  'readServiceAccount',
  'readSession',
  'readTenant',
  'readTicket',
  'recordHeartbeat',
  'renewCertificate',
  'replayRejection',
  'revokeAgent',
  'revokeEnrollmentToken',
  'rotateCertificateAuthority',
  'rotateServiceAccount',
  'searchLogs',
  'startOidcIssuerProof',
  'startSignIn',
  'streamAlerts',
  'syncMdmConnection',
  'testAlertDestination',
  'testDetectionRule',
  'updateAlert',
  'updateAlertDestination',
  'updateDetectionRule',
  'updateLegalHold',
  'updateLogSource',
  'updateMdmConnection',
  'updateOidcIssuer',
  'updateRetention',
  'updateTenant',
  'updateTicket',
  'verifyArchives',
] as const
export type OperationId = (typeof OPERATION_IDS)[number]

/** Query parameters that are filled in if the caller leaves them out. */
export interface QueryDefaults {
  listAgents: 'limit'
  listAlertDestinations: 'limit'
  listAlerts: 'order' | 'limit'
  listArchiveRestores: 'limit'
  listArchives: 'limit'
  listAssets: 'limit'
  listAuditCheckpoints: 'order' | 'limit'
  listAuditRecords: 'order' | 'limit'
  listDetectionRules: 'limit'
  listEnrollmentTokens: 'limit'
  listEvidence: 'order' | 'limit'
  listEvidenceCheckpoints: 'order' | 'limit'
  listLogErasures: 'limit'
  listLogSources: 'limit'
  listMdmConnections: 'limit'
  listMdmDevices: 'limit'
  listMdmSyncRuns: 'limit'
  listOidcIssuers: 'limit'
  listRejections: 'limit'
  listRestores: 'limit'
  listServiceAccounts: 'limit'
  listSessions: 'limit'
  listTenants: 'limit'
  listTicketComments: 'order' | 'limit'
  listTickets: 'order' | 'limit'
  readLogFacets: 'top'
  searchLogs: 'order' | 'limit'
}

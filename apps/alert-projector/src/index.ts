export { type AlertProjectorConfig, DEFAULT_CONFIG } from './config.ts'
export { createAlertProjector } from './service.ts'
export { type ChainFault, type EvidenceRecord, verifyEvidence } from './verify-evidence.ts'

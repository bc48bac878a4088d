export { type AlertProjectorConfig, DEFAULT_CONFIG } from './config.ts'
export { evidenceDigest } from './evidence/evidence-digest.ts'
export { type ChainFault, type EvidenceRecord, verifyEvidence } from './evidence/verify-evidence.ts'
export { createAlertProjector } from './service.ts'

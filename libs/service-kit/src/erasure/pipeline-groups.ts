/**
 * The groups through which a raw log becomes an event, a match, a detection, an alert and evidence. Groups of others
 * that read our topics are not among them: nothing of ours waits for them.
 */
export const PIPELINE_GROUPS: readonly string[] = [
  'normalizer',
  'detector.match',
  'detector.correlate',
  'alert-projector',
  'alert-projector-evidence',
]

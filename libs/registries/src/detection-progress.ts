import { type Document, defineCollection } from './collection.ts'

/**
 * How far detection has come with one log source; the watermark of correlations is computed from these. `id` is the
 * log_source_id.
 */
export interface DetectionProgressDoc extends Document {
  /**
   * Newest event time whose matches are all published (milliseconds since the epoch). Never more than minutes ahead of
   * the receive time.
   */
  readonly newest_event_time: number
  /** When its last event was evaluated, by the wall clock (milliseconds since the epoch). */
  readonly seen_at: number
}

export const detectionProgress = defineCollection<DetectionProgressDoc>({
  name: 'detection_progress',
  owner: 'detector',
  schemaVersion: 1,
  fields: { seen_at: 'number' },
  indexes: [['seen_at']],
})

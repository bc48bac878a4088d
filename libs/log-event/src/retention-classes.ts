export interface RetentionClass {
  readonly name: string
  /** Days from the partition's: hot up to `hot`, warm up to `warm`. */
  readonly hot: number
  readonly warm: number
}

const STANDARD: RetentionClass = { name: 'standard', hot: 30, warm: 90 }

/**
 * The platform's classes of partitions, shortest first, at most five (docs/architecture.md#retention). Partitions (day
 * x class) move between tiers as a whole, so a tenant's events go to the first class that keeps them hot and warm at
 * least as long as its settings require; the end of cold is each tenant's own (ADR: retention classes).
 */
export const RETENTION_CLASSES: readonly RetentionClass[] = [
  { name: 'brief', hot: 8, warm: 30 },
  STANDARD,
  { name: 'extended', hot: 60, warm: 180 },
  { name: 'longest', hot: 90, warm: 365 },
]

/** The periods for a partition of a class; the default ones for an unknown class. */
export const classOf = (name: string): RetentionClass => RETENTION_CLASSES.find(c => c.name === name) ?? STANDARD

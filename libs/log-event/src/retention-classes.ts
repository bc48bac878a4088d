export interface RetentionClass {
  readonly name: string
  /** Days from the partition's: hot up to `hot`, warm up to `warm`. */
  readonly hot: number
  readonly warm: number
}

const STANDARD: RetentionClass = { name: 'standard', hot: 30, warm: 90 }

/**
 * The platform's classes of partitions, shortest first, at most five (docs/architecture.md#retention). Partitions (day x class) move between tiers as a
 * whole, so a tenant's events lie in the first class that keeps them hot and warm at least as long as its settings ask; the end of cold is
 * each tenant's own (ADR: retention classes).
 */
export const RETENTION_CLASSES: readonly RetentionClass[] = [
  { name: 'brief', hot: 8, warm: 30 },
  STANDARD,
  { name: 'extended', hot: 60, warm: 180 },
  { name: 'longest', hot: 90, warm: 365 },
]

/** What holds for a partition of a class; of one that is not known, what holds by default. */
export const classOf = (name: string): RetentionClass => RETENTION_CLASSES.find(c => c.name === name) ?? STANDARD

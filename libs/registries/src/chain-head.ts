import type { Document } from './collection.ts'

/** The head of a tenant's chain of records. */
export interface ChainHead<Link> extends Document {
  /** Position and digest of the newest link; 0 and null before the first. */
  readonly position: number
  readonly digest: string | null
  /**
   * Links that are part of the chain but whose documents may not exist yet: the next writer writes them as they are
   * here.
   */
  readonly pending: readonly Link[]
}

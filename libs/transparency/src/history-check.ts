import type { Checkpoint } from './checkpoint.ts'
import { createGrowingTree, leafHash } from './merkle.ts'

/** A record of a log, and what a check needs to know of it. */
export interface LoggedRecord {
  readonly id: string
  /** From 1 on. */
  readonly position: number
  /** The digest stored in the record: lower-case hex, like all digests here. */
  readonly digest: string
  readonly previousDigest: string | null
  /** The digest computed from its content. Undefined when its parts do not match. */
  readonly computed: string | undefined
}

/**
 * A fault of a history. `record`: a record does not match its digest. `link`: it does not follow the one before. `gap`:
 * its position is not the next. `root`: the records from `position` to `size` are not the signed ones. `truncated`:
 * there were `size`, and the records end at `position`. `signature`: a checkpoint is not signed by the log's key.
 * `tree`: the stored tree does not match the records. `stamp`: a time stamp does not match its checkpoint.
 * `stamp_order`: a time stamp is earlier than that of a shorter checkpoint.
 */
export interface HistoryFault {
  readonly fault: 'record' | 'link' | 'gap' | 'root' | 'truncated' | 'signature' | 'tree' | 'stamp' | 'stamp_order'
  readonly position?: number
  readonly size?: number
  readonly id?: string
}

/** Faults of one record that should be at `position` and follow the record with this digest. */
export function recordFaults(
  { id, position: own, digest, computed, previousDigest }: LoggedRecord,
  position: number,
  previous: string | null,
): HistoryFault[] {
  return [
    ...(own === position ? [] : [{ fault: 'gap' as const, position, id }]),
    ...(computed === digest ? [] : [{ fault: 'record' as const, position: own, id }]),
    ...(previousDigest === previous ? [] : [{ fault: 'link' as const, position: own, id }]),
  ]
}

/** The leaf of a record: over the 32 bytes of its digest. */
export const recordLeaf = (digest: string): Buffer => leafHash(Buffer.from(digest, 'hex'))

/** Most faults that are reported: one change of history causes many. */
const MAX_FAULTS = 100

/** Reads a log from its first record, and checks it against its signed checkpoints. */
export interface HistoryCheck {
  /** Records so far. */
  readonly size: number
  readonly faults: readonly HistoryFault[]
  /** Adds a checkpoint to check later. @returns false when the records are already beyond it */
  expect(checkpoint: Pick<Checkpoint, 'size' | 'root'>): boolean
  /** Reports a note that should be a checkpoint of this log but is not signed by its key. */
  unsigned(size: number): void
  /** Adds the next record. */
  add(record: LoggedRecord): void
  /** The tree's root over the records read so far. */
  root(): Buffer
  /** Call it after the last record. */
  end(): readonly HistoryFault[]
}

export function createHistoryCheck(): HistoryCheck {
  const tree = createGrowingTree()
  const expected = new Map<number, Buffer[]>()
  const faults: HistoryFault[] = []
  let digest: string | null = null
  /** The newest size whose root was correct. */
  let held = 0
  let parted = false
  const fault = (found: HistoryFault): void => {
    if (faults.length < MAX_FAULTS) faults.push(found)
  }

  function compare(): void {
    const roots = expected.get(tree.size)
    if (!roots) return
    expected.delete(tree.size)
    const root = tree.root()
    if (roots.every(r => r.equals(root))) held = tree.size
    else if (!parted) {
      parted = true
      fault({ fault: 'root', position: held + 1, size: tree.size })
    }
  }

  return {
    get size() {
      return tree.size
    },
    faults,
    expect({ size, root }) {
      if (size < tree.size) return false
      expected.set(size, [...(expected.get(size) ?? []), root])
      if (size === tree.size) compare()
      return true
    },
    unsigned: size => fault({ fault: 'signature', size }),
    add(record) {
      for (const found of recordFaults(record, tree.size + 1, digest)) fault(found)
      digest = record.digest
      tree.append(recordLeaf(record.computed ?? record.digest))
      compare()
    },
    root: () => tree.root(),
    end() {
      const newest = Math.max(0, ...expected.keys())
      if (newest > tree.size) fault({ fault: 'truncated', position: tree.size, size: newest })
      return faults
    },
  }
}

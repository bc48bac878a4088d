import type { Checkpoint } from './checkpoint.ts'
import { createGrowingTree, leafHash } from './merkle.ts'

/** A record of a log, and what a check needs to know of it. */
export interface LoggedRecord {
  readonly id: string
  /** From 1 on. */
  readonly position: number
  /** What the record says: lower-case hex, as all digests here. */
  readonly digest: string
  readonly previousDigest: string | null
  /** What its content says. Undefined when its parts do not fit each other. */
  readonly computed: string | undefined
}

/**
 * What is wrong with a history. `record`: a record is not what its digest says. `link`: it does not follow the one before. `gap`: its position
 * is not the next. `root`: the records from `position` to `size` are not those that were signed. `truncated`: there were `size`, and the
 * records end at `position`. `signature`: a checkpoint is not signed by the log's key. `tree`: what is kept of the tree is not the records'.
 * `stamp`: a time stamp is not one over its checkpoint. `stamp_order`: it is earlier than that of a shorter checkpoint.
 */
export interface HistoryFault {
  readonly fault: 'record' | 'link' | 'gap' | 'root' | 'truncated' | 'signature' | 'tree' | 'stamp' | 'stamp_order'
  readonly position?: number
  readonly size?: number
  readonly id?: string
}

/** What is wrong with one record, where it should stand at `position` and follow the record of this digest. */
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

/** Most faults that are told of: one change of history makes many. */
const MAX_FAULTS = 100

/** Reads a log from its first record on, and holds it to checkpoints that were signed for it. */
export interface HistoryCheck {
  /** Records so far. */
  readonly size: number
  readonly faults: readonly HistoryFault[]
  /** A checkpoint to come to. @returns false when the records are beyond it. */
  expect(checkpoint: Pick<Checkpoint, 'size' | 'root'>): boolean
  /** A note that should have been a checkpoint of this log and is not signed by its key. */
  unsigned(size: number): void
  /** The next record. */
  add(record: LoggedRecord): void
  /** The tree's root over what was read. */
  root(): Buffer
  /** No more records come. */
  end(): readonly HistoryFault[]
}

export function createHistoryCheck(): HistoryCheck {
  const tree = createGrowingTree()
  const expected = new Map<number, Buffer[]>()
  const faults: HistoryFault[] = []
  let digest: string | null = null
  /** The newest size whose root was right. */
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

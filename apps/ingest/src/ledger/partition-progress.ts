import { PLATFORM_TENANT } from '@wardline/kernel'
import { compareOffsets, type Position, type Registry } from '@wardline/ports'
import { ingestLedger } from '@wardline/registries'
import { update } from '@wardline/service-kit'

/**
 * How far the count of accepted logs has come on each partition. A source's own fence does not show that: it stands still
 * while other sources move its partition's end.
 */
export const progressId = (partition: number): string => `partition:${partition}`

/** Remembers the last counted offset of each partition in a batch; never goes back. */
export async function recordProgress(registry: Registry, positions: readonly Position[]): Promise<void> {
  const last = new Map(positions.map(p => [p.partition, p.offset]))
  await Promise.all(
    [...last].map(([partition, offset]) =>
      update(registry, ingestLedger, PLATFORM_TENANT, progressId(partition), current => {
        const before = current?.doc.applied[partition]
        if (before !== undefined && compareOffsets(offset, before) <= 0) return undefined
        return { doc: { id: progressId(partition), applied: { [partition]: offset }, counts: {} } }
      }),
    ),
  )
}

/** The first offset of the partition that is not counted yet. */
export async function readProgress(registry: Registry, partition: number): Promise<bigint> {
  const stored = await registry.read(ingestLedger, PLATFORM_TENANT, progressId(partition))
  return nextOffset(stored?.doc.applied[partition])
}

export const nextOffset = (last: string | undefined): bigint => (last === undefined ? 0n : BigInt(last) + 1n)

import type { TenantId } from '@wardline/kernel'
import type { CheckpointDoc, Collection, HistoryStateDoc, HistoryTileDoc } from '@wardline/registries'
import type { LoggedRecord } from '@wardline/transparency'
import type { ChainLink } from '../document-chain.ts'

/** A link that can be a leaf of a transparency log. */
export interface LoggedLink extends ChainLink {
  readonly previous_digest: string | null
}

/** One of the two logs that each tenant has, and where it is stored. */
export interface HistoryKind<Link extends LoggedLink> {
  readonly name: 'audit' | 'evidence'
  readonly links: Collection<Link>
  readonly states: Collection<HistoryStateDoc>
  readonly tiles: Collection<HistoryTileDoc>
  readonly checkpoints: Collection<CheckpointDoc>
  /** Every link below this position can be read. */
  frontier(tenant: TenantId): Promise<number>
  /** The digest computed from the stored record; undefined when its parts do not match. */
  digestOf(tenant: TenantId, link: Link): string | undefined
}

export const loggedRecord = <Link extends LoggedLink>(
  kind: HistoryKind<Link>,
  tenant: TenantId,
  link: Link,
): LoggedRecord => ({
  id: link.id,
  position: link.position,
  digest: link.digest,
  previousDigest: link.previous_digest,
  computed: kind.digestOf(tenant, link),
})

import { mapLimited, type TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import type { ChainHead, Collection, Document } from '@wardline/registries'

/** One head serves all of a tenant's batches, so they often conflict. */
const ATTEMPTS = 100

/** One link: a record that contains the digest of the previous one. */
export interface ChainLink extends Document {
  /** Its place in the chain, from 1 on without gaps. */
  readonly position: number
  readonly digest: string
}

/** A tenant's chain of records. Nobody can change, remove or insert one without it being noticed (docs/adr/0004). */
export interface DocumentChain<Fact> {
  /**
   * Adds the facts that are not in the chain yet, in their order. The head is written first, with the links in full, so
   * a crash neither loses nor duplicates any.
   */
  append(tenant: TenantId, facts: readonly Fact[]): Promise<void>
  /** Writes what a crash left pending. */
  finish(tenant: TenantId): Promise<void>
  /** Every link below this position can be read. */
  frontier(tenant: TenantId): Promise<number>
}

export interface ChainOptions<Fact, Link extends ChainLink> {
  readonly registry: Registry
  readonly heads: Collection<ChainHead<Link>>
  /** Id of the only head that each tenant has in `heads`. */
  readonly headId: string
  readonly links: Collection<Link>
  idOf(fact: Fact): string
  /** The link of a fact at its place. Its digest covers `previousDigest`. */
  linkOf(fact: Fact, position: number, previousDigest: string | null): Link
}

export function createDocumentChain<Fact, Link extends ChainLink>(
  options: ChainOptions<Fact, Link>,
): DocumentChain<Fact> {
  const { registry, heads, headId, links, idOf, linkOf } = options
  const readHead = (tenant: TenantId) => registry.read(heads, tenant, headId)

  async function writePending(tenant: TenantId, head: Stored<ChainHead<Link>>): Promise<void> {
    // On a conflict the link exists already and is identical, because it was created once and saved in the head.
    await mapLimited(head.doc.pending, link => registry.write(links, tenant, link, { expect: 'absent' }))
    await registry.write(heads, tenant, { ...head.doc, pending: [] }, { expect: head.version })
  }

  function extended(head: ChainHead<Link> | undefined, facts: readonly Fact[]): ChainHead<Link> {
    let { position, digest } = head ?? { position: 0, digest: null }
    const pending = facts.map(fact => {
      const link = linkOf(fact, ++position, digest)
      digest = link.digest
      return link
    })
    return { id: headId, position, digest, pending }
  }

  return {
    async append(tenant, facts) {
      // Not `update` of service-kit: pending links of a crash are written before the head may change, and the new links
      // after it.
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const head = await readHead(tenant)
        if (head && head.doc.pending.length > 0) {
          await writePending(tenant, head)
          continue
        }
        // The head is read before the links: if another process appends in between, the head changes and the write
        // fails.
        const known = await mapLimited(facts, fact => registry.read(links, tenant, idOf(fact)))
        const fresh = facts.filter((_, i) => known[i] === undefined)
        if (fresh.length === 0) return
        const doc = extended(head?.doc, fresh)
        const result = await registry.write(heads, tenant, doc, { expect: head?.version ?? 'absent' })
        if (result.ok) return writePending(tenant, { doc, version: result.version })
      }
      throw new Error(`${links.name} chain: too much contention`)
    },

    async finish(tenant) {
      const head = await readHead(tenant)
      if (head && head.doc.pending.length > 0) await writePending(tenant, head)
    },

    async frontier(tenant) {
      const head = (await readHead(tenant))?.doc
      return head?.pending[0]?.position ?? (head?.position ?? 0) + 1
    },
  }
}

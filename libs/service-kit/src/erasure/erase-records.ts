import type { Registry, Stored } from '@wardline/ports'
import type { Collection, Document } from '@wardline/registries'
import { removeStored, update } from '../documents/update.ts'
import type { ErasedSubject, ErasureStep } from './erase-subjects.ts'

/** Documents of one page. */
const PAGE = 100

/**
 * Goes through a collection of the tenant.
 * @param without the document without the subject; null to remove it, undefined to leave it as it is
 */
export const eraseRecords = <D extends Document>(
  registry: Registry,
  collection: Collection<D>,
  name: string,
  without: (doc: D, subject: ErasedSubject) => D | null | undefined,
): ErasureStep => {
  /** @returns whether it was changed or removed */
  const erase = async (subject: ErasedSubject, known: Stored<D>): Promise<boolean> => {
    const { tenantId } = subject
    if (without(known.doc, subject) === null) {
      let gone = true
      await removeStored(registry, collection, tenantId, known.doc.id, current => {
        gone = without(current.doc, subject) === null
        if (!gone) throw new NotAnyMore()
      }).catch(error => {
        if (!(error instanceof NotAnyMore)) throw error
      })
      return gone
    }
    const { result } = await update<D, boolean>(
      registry,
      collection,
      tenantId,
      known.doc.id,
      current => {
        const doc = current && without(current.doc, subject)
        return doc ? { doc, result: true } : { result: false }
      },
      { known },
    )
    return result
  }
  return {
    name,
    async page(subject, after) {
      const page = await registry.list(collection, subject.tenantId, {
        order: { by: 'id', direction: 'asc' },
        ...(after === null ? {} : { after: { value: after, id: after } }),
        limit: PAGE,
      })
      let changed = 0
      for (const known of page)
        if (without(known.doc, subject) !== undefined && (await erase(subject, known))) changed++
      const last = page.at(-1)?.doc.id
      return { changed, next: last === undefined || page.length < PAGE ? null : last }
    },
  }
}

/** The document has changed since it was read, and need not be removed. */
class NotAnyMore extends Error {}

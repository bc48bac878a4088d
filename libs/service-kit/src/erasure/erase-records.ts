import type { Registry, Stored } from '@wardline/ports'
import type { Collection, Document } from '@wardline/registries'
import { contended } from '../documents/update.ts'
import type { ErasedSubject, ErasureStep } from './erase-subjects.ts'

/** Documents of one page. */
const PAGE = 100
/** Tries before a document counts as contended. */
const ATTEMPTS = 16

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
  /** What to do is decided again when the document has changed meanwhile. @returns whether it was changed or removed */
  const erase = async (subject: ErasedSubject, known: Stored<D>): Promise<boolean> => {
    const { tenantId } = subject
    let current: Stored<D> | undefined = known
    for (let i = 0; current && i < ATTEMPTS; i++) {
      const { doc: found, version: expect }: Stored<D> = current
      const doc = without(found, subject)
      if (doc === undefined) return false
      const done =
        doc === null
          ? await registry.remove(collection, tenantId, found.id, expect)
          : (await registry.write(collection, tenantId, doc, { expect })).ok
      if (done) return true
      current = await registry.read(collection, tenantId, found.id)
    }
    if (current) throw contended(collection)
    return false
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
      for (const known of page) if (await erase(subject, known)) changed++
      const last = page.at(-1)?.doc.id
      return { changed, next: last === undefined || page.length < PAGE ? null : last }
    },
  }
}

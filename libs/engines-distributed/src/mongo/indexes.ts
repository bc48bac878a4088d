import type { Collection, Document } from '@wardline/registries'
import type { IndexDescription } from 'mongodb'

/**
 * Indexes of a collection from its declaration. Unique ones are sparse, over fields that are left out when null. Uses
 * only what our tests' stand-in supports like MongoDB: no partial indexes, no TTL, no collation.
 */
export function indexesOf<D extends Document>(c: Collection<D>): IndexDescription[] {
  const unique = (group: 'ug' | 'ut', keys: readonly string[] | undefined): IndexDescription[] =>
    (keys ?? []).map(key => ({ key: { [`${group}.${key}`]: 1 }, name: `${group}_${key}`, unique: true, sparse: true }))
  return [
    { key: { tenant: 1, id: 1 }, name: 'by_id' },
    { key: { waiting: 1 }, name: 'waiting', sparse: true },
    ...c.indexes.map(fields => ({
      key: Object.fromEntries([
        ['tenant', 1],
        ...fields.map(field => [field === 'id' ? 'id' : `f.${field}`, 1]),
        ['id', 1],
      ]) as Record<string, 1>,
      name: `by_${fields.join('_')}`,
    })),
    ...unique('ug', c.uniqueGlobally),
    ...unique('ut', c.uniqueInTenant),
    ...(c.expiresBy ? [{ key: { [`f.${c.expiresBy}`]: 1 as const }, name: 'expiry', sparse: true }] : []),
  ]
}

import { LRUCache } from 'lru-cache'

/** How old a cached fact may be if it decides about access (docs/architecture.md#ownership). */
export const FRESH_MS = 2_000

/**
 * A small cache in front of a store: one read at a time per key, kept for {@link FRESH_MS}. A failed read is not
 * cached.
 */
export interface ReadThrough<T> {
  get(key: string): Promise<T>
  /** Discards everything that is cached. */
  refresh(key: string): Promise<T>
  clear(): void
}

/**
 * @param load its result for a missing key is cached too, so that such keys cannot be used to load the store at will
 */
export function createReadThrough<T>(load: (key: string) => Promise<T>, max = 50_000): ReadThrough<T> {
  const cache = new LRUCache<string, { readonly value: T }>({
    max,
    ttl: FRESH_MS,
    ttlResolution: 50,
    fetchMethod: async key => ({ value: await load(key) }),
  })
  const fetch = async (key: string, forceRefresh: boolean): Promise<T> => {
    const entry = await cache.fetch(key, { forceRefresh })
    if (!entry) throw new Error('the read was given up')
    return entry.value
  }
  return {
    get: key => fetch(key, false),
    refresh: key => fetch(key, true),
    clear: () => cache.clear(),
  }
}

import { LRUCache } from 'lru-cache'

/** How old a cached fact may be where it decides who gets in (docs/architecture.md#ownership). */
export const FRESH_MS = 2_000

/** A small cache in front of a store: one read at a time per key, kept for {@link FRESH_MS}. A read that fails is not kept. */
export interface ReadThrough<T> {
  get(key: string): Promise<T>
  /** Reads anew whatever is cached. */
  refresh(key: string): Promise<T>
  clear(): void
}

/** @param load what an absent key gives is cached too, so that it cannot be used to reach the store at will. */
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

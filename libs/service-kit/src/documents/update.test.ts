import { describe, expect, it } from '@jest/globals'
import { createMemoryRegistry } from '@wardline/ports/testing'
import { type RateBucketDoc, rateBuckets } from '@wardline/registries'
import { TENANT } from '../testing/index.ts'
import { type Decision, removeStored, update } from './update.ts'

const doc = (taken: number): RateBucketDoc => ({ id: 'b', taken, expires_at: 0 })

function ready() {
  const registry = createMemoryRegistry()
  const put = (taken: number, expect: number | 'absent') => registry.write(rateBuckets, TENANT, doc(taken), { expect })
  return { registry, put }
}

describe('update', () => {
  it('returns what is stored and what the change returned', async () => {
    const { registry } = ready()
    const updated = await update(registry, rateBuckets, TENANT, 'b', current => ({
      doc: doc(1),
      result: current === undefined,
    }))
    expect(updated).toEqual({ stored: { doc: doc(1), version: 1 }, result: true })
  })

  it('returns the result of the change that was written, not of one that came too late', async () => {
    const { registry, put } = ready()
    await put(1, 'absent')
    let runs = 0
    const { stored, result } = await update(registry, rateBuckets, TENANT, 'b', async current => {
      if (runs++ === 0) await put(10, 1)
      const taken = (current?.doc.taken ?? 0) + 1
      return { doc: doc(taken), result: `wrote ${taken}` }
    })
    expect({ stored, result, runs }).toEqual({ stored: { doc: doc(11), version: 3 }, result: 'wrote 11', runs: 2 })
  })

  it('leaves the document as it is when there is nothing to write, and still returns a result', async () => {
    const { registry, put } = ready()
    await put(1, 'absent')
    const decide = (): Decision<RateBucketDoc, string> => ({ result: 'enough' })
    expect(await update(registry, rateBuckets, TENANT, 'b', decide)).toEqual({
      stored: { doc: doc(1), version: 1 },
      result: 'enough',
    })
    expect(await update(registry, rateBuckets, TENANT, 'other', () => undefined)).toEqual({
      stored: undefined,
      result: undefined,
    })
  })

  it('starts with the document that the caller knows, and reads it again when it is outdated', async () => {
    const { registry, put } = ready()
    await put(1, 'absent')
    await put(2, 1)
    const seen: (number | undefined)[] = []
    await update(
      registry,
      rateBuckets,
      TENANT,
      'b',
      current => {
        seen.push(current?.doc.taken)
        return { doc: doc(9) }
      },
      { known: { doc: doc(1), version: 1 } },
    )
    expect(seen).toEqual([1, 2])
  })

  it('counts every one of many that change one document', async () => {
    const { registry } = ready()
    const add = () =>
      update(registry, rateBuckets, TENANT, 'b', async c => ({ doc: doc((c?.doc.taken ?? 0) + 1) }), { attempts: 50 })
    await Promise.all(Array.from({ length: 40 }, add))
    expect((await registry.read(rateBuckets, TENANT, 'b'))?.doc.taken).toBe(40)
  })

  it('throws unavailable when others are always faster', async () => {
    const { registry, put } = ready()
    let version: number | 'absent' = 'absent'
    const change = async () => {
      await put(1, version)
      version = version === 'absent' ? 1 : version + 1
      return { doc: doc(2) }
    }
    await expect(update(registry, rateBuckets, TENANT, 'b', change, { attempts: 3 })).rejects.toMatchObject({
      code: 'unavailable',
    })
  })
})

describe('removeStored', () => {
  it('removes the document, even when it changed meanwhile', async () => {
    const { registry, put } = ready()
    await put(1, 'absent')
    let checks = 0
    const removed = await removeStored(registry, rateBuckets, TENANT, 'b', async () => {
      if (checks++ === 0) await put(2, 1)
    })
    expect(removed).toEqual({ doc: doc(2), version: 2 })
    expect(await registry.read(rateBuckets, TENANT, 'b')).toBeUndefined()
  })

  it('keeps a document that the check refuses, and returns undefined for a missing one', async () => {
    const { registry, put } = ready()
    await put(1, 'absent')
    const refuse = () => {
      throw new Error('it is live')
    }
    await expect(removeStored(registry, rateBuckets, TENANT, 'b', refuse)).rejects.toThrow('it is live')
    expect(await registry.read(rateBuckets, TENANT, 'b')).toBeDefined()
    expect(await removeStored(registry, rateBuckets, TENANT, 'other')).toBeUndefined()
  })
})

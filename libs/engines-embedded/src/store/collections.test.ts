import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import { createTestClock } from '@wardline/ports/testing'
import { type Collection, type Document, defineCollection } from '@wardline/registries'
import { type TemporaryEngines, temporaryEngines } from '../testing/temporary.ts'

interface Doc extends Document {
  readonly name?: string
  readonly tags?: readonly string[]
  readonly size?: number
}

const tenant = tenantId('ten_collections')
const declare = (over: Partial<Collection<Doc>>): Collection<Doc> =>
  defineCollection<Doc>({ name: 'things', owner: 'gateway', schemaVersion: 1, fields: {}, indexes: [], ...over })

describe('a collection on the disk', () => {
  let harness: TemporaryEngines
  const clock = createTestClock()
  beforeEach(async () => {
    harness = await temporaryEngines({ clock })
  })
  afterEach(() => harness.close())

  it('finds old documents by a field that a later release declares', async () => {
    const first = declare({})
    for (let n = 0; n < 600; n++)
      await harness.engine.registry.write(
        first,
        tenant,
        { id: `d${n}`, name: `n${n % 3}`, tags: ['t', `t${n}`], size: n },
        { expect: 'absent' },
      )
    const { registry } = await harness.reopen()
    const second = declare({
      fields: { name: 'text', tags: 'text[]', size: 'number' },
      indexes: [['name', 'size'], ['tags']],
    })
    expect(await registry.count(second, tenant, { name: 'n1' }, 1000)).toBe(200)
    expect(await registry.list(second, tenant, { where: { tags: 't599' }, limit: 5 })).toHaveLength(1)
    const largest = await registry.list(second, tenant, {
      where: { name: 'n2' },
      order: { by: 'size', direction: 'desc' },
      limit: 1,
    })
    expect(largest[0]?.doc.id).toBe('d599')
  })

  it('supports a changed type of a field, and a field that is no longer declared', async () => {
    await harness.engine.registry.write(
      declare({ fields: { name: 'text', tags: 'text[]' }, indexes: [['name']] }),
      tenant,
      { id: 'a', name: 'n', tags: ['t'] },
      { expect: 'absent' },
    )
    const { registry } = await harness.reopen()
    const second = declare({ fields: { name: 'text', size: 'number' } })
    await registry.write(second, tenant, { id: 'b', name: 'n', size: 1 }, { expect: 'absent' })
    expect(await registry.count(second, tenant, { name: 'n' }, 10)).toBe(2)
    await expect(registry.count(second, tenant, { tags: 't' }, 10)).rejects.toThrow('tags')
  })

  it('is refused when a newer release wrote it', async () => {
    await harness.engine.registry.write(declare({ schemaVersion: 2 }), tenant, { id: 'a' }, { expect: 'absent' })
    const { registry } = await harness.reopen()
    await expect(registry.read(declare({ schemaVersion: 1 }), tenant, 'a')).rejects.toThrow('schema version 2')
    expect(await registry.read(declare({ schemaVersion: 3 }), tenant, 'a')).toMatchObject({ version: 1 })
  })

  it('removes expired documents', async () => {
    const expiring = declare({ fields: { size: 'number', tags: 'text[]' }, expiresBy: 'size' })
    const { registry } = harness.engine
    for (const [id, size] of [
      ['a', clock.now() - 1],
      ['b', clock.now() + 1000],
      ['c', undefined],
    ] as const)
      await registry.write(
        expiring,
        tenant,
        { id, tags: ['t'], ...(size === undefined ? {} : { size }) },
        { expect: 'absent' },
      )
    await harness.engine.maintain()
    expect((await registry.list(expiring, tenant, { where: { tags: 't' }, limit: 9 })).map(s => s.doc.id)).toEqual([
      'b',
      'c',
    ])
    clock.advance(1000)
    await harness.engine.maintain()
    expect(await registry.count(expiring, tenant, {}, 9)).toBe(1)
  })

  it('refuses names that SQL could misread', async () => {
    const bad = declare({ name: 'x" (id); DROP TABLE y; --' })
    await expect(harness.engine.registry.read(bad, tenant, 'a')).rejects.toThrow('acceptable')
  })
})

import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import type { DistributedConfig } from '../config.ts'
import { describeWithEngines } from '../testing/describe-with-engines.ts'
import { testConfig } from '../testing/engines.ts'
import { removeCollections } from '../testing/harnesses.ts'
import { createKeptSchemas } from './kept-schemas.ts'

jest.setTimeout(30_000)

describeWithEngines('schema ids in MongoDB', engines => {
  let config: DistributedConfig
  beforeEach(() => {
    config = testConfig(engines)
  })
  afterEach(() => removeCollections(config))

  it('are there for the next process, the newest of each subject, whatever names their schemas have', async () => {
    const kept = createKeptSchemas(config.prefix, config.mongo)
    const schema = { $schema: 'x', properties: { 'a.b': { $ref: '#/definitions/c' } } }
    expect(await kept.read('a-value')).toBeUndefined()
    await kept.write(new Map([['a-value', { id: 1, schema: {} }], ['b-value', { id: 2, schema }]])) // biome-ignore format: one line says it
    await kept.write(new Map([['a-value', { id: 3, schema: { type: 'object' } }]]))
    const next = createKeptSchemas(config.prefix, config.mongo)
    expect(await next.read('a-value')).toEqual({ id: 3, schema: { type: 'object' } })
    expect(await next.read('b-value')).toEqual({ id: 2, schema })
    expect(await createKeptSchemas(`${config.prefix}other-`, config.mongo).read('a-value')).toBeUndefined()
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { KINDS, loadSchema } from '@wardline/events'
import { topicNames } from './names.ts'
import { isSameSchema } from './same-schema.ts'
import { createSchemaIds } from './schemas.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** A registry that has one version of every subject, made of ours by `change`, and counts what is registered. */
async function registryWith(change: (schema: Record<string, unknown>) => Record<string, unknown>) {
  const registered: string[] = []
  const server = createServer((request, response) => {
    const say = (body: unknown): void =>
      void response.setHeader('content-type', 'application/vnd.schemaregistry.v1+json').end(JSON.stringify(body))
    const url = decodeURIComponent(request.url ?? '')
    const index = KINDS.findIndex(kind => url.includes(`${kind}.v1-value`))
    if (request.method === 'POST' && url.endsWith('/versions')) {
      registered.push(url)
      say({ id: 1_000 + index })
    } else if (url.endsWith('/versions/latest')) say({ id: 100 + index, version: 1, schema: '{}' })
    else if (url.includes('/schemas/ids/')) {
      const kind = KINDS[Number(url.split('/').at(-1)) - 100]
      if (!kind) return void response.writeHead(404).end('{}')
      say({ schemaType: 'JSON', schema: JSON.stringify(change(loadSchema(kind) as Record<string, unknown>)) })
    } else say({ compatibilityLevel: 'BACKWARD' })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const ids = createSchemaIds({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, topicNames(''))
  open.push(() => {
    ids.close()
    server.close()
    server.closeAllConnections()
  })
  return { ids, registered }
}

describe('registering schemas', () => {
  it('takes what is registered in other words as ours', async () => {
    const { ids, registered } = await registryWith(schema => ({
      ...schema,
      description: 'as an earlier release said it',
    }))
    await ids.register()
    expect(registered).toEqual([])
    expect(KINDS.map(kind => ids.idOf(kind))).toEqual(KINDS.map((_, i) => 100 + i))
  })

  it('registers what differs in more than words', async () => {
    const { ids, registered } = await registryWith(schema => ({ ...schema, minProperties: 1 }))
    await ids.register()
    expect(registered).toHaveLength(KINDS.length)
    expect(KINDS.map(kind => ids.idOf(kind))).toEqual(KINDS.map((_, i) => 1_000 + i))
  })
})

describe('two schemas', () => {
  const schema = { title: 'a', type: 'object', properties: { title: { type: 'string', description: 'a' } } }

  it('are the same when only words differ, in any depth', () => {
    expect(isSameSchema(schema, { type: 'object', properties: { title: { type: 'string' } }, $comment: 'b' })).toBe(
      true,
    )
  })

  it('differ when a member is there or not, also one that is named as a word is', () => {
    expect(isSameSchema(schema, { type: 'object', properties: {} })).toBe(false)
    expect(isSameSchema(schema, { ...schema, required: ['title'] })).toBe(false)
  })
})

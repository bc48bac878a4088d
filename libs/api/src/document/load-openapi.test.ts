import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { loadOpenApi } from './load-openapi.ts'
import { operationsOf } from './operations.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wardline-openapi-'))
  file(
    'wardline.yaml',
    'openapi: 3.1.0\ninfo: { title: t, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { type: string } } }',
  )
})
afterEach(() => rmSync(dir, { recursive: true }))
const file = (name: string, text: string): void => writeFileSync(join(dir, name), text)

describe('The API document', () => {
  it('is the root with the paths and components of every area, methods of one path from several files', () => {
    file('a.yaml', 'paths: { /x: { get: { operationId: readX } } }\ncomponents: { schemas: { B: { type: number } } }')
    file('b.yaml', 'paths: { /x: { post: { operationId: makeX } } }')
    const doc = loadOpenApi(dir)
    expect(operationsOf(doc).map(o => `${o.method} ${o.path} ${o.operationId}`)).toEqual([
      'get /x readX',
      'post /x makeX',
    ])
    expect(Object.keys(doc.components?.schemas ?? {})).toEqual(['A', 'B'])
  })

  it.each([
    ['a component twice', 'components: { schemas: { A: { type: number } } }', 'schemas A is defined twice'],
    ['a member of the root', 'servers: []', 'servers belongs in wardline.yaml'],
  ])('does not load with %s', (_, text, message) => {
    file('a.yaml', text)
    expect(() => loadOpenApi(dir)).toThrow(message)
  })

  it('does not load without its root', () => {
    rmSync(join(dir, 'wardline.yaml'))
    expect(() => loadOpenApi(dir)).toThrow('wardline.yaml is missing')
  })

  it('has no operation without a name, and no name twice', () => {
    file('a.yaml', 'paths: { /x: { get: {} } }')
    expect(() => operationsOf(loadOpenApi(dir))).toThrow('no operationId')
    file('a.yaml', 'paths: { /x: { get: { operationId: a } }, /y: { get: { operationId: a } } }')
    expect(() => operationsOf(loadOpenApi(dir))).toThrow('two operations are named a')
  })
})

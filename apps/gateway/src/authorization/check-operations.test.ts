import { describe, expect, it } from '@jest/globals'
import type { ApiOperation } from '@wardline/api'
import type { Access } from './access.ts'
import { checkOperations } from './check-operations.ts'

const operation = (operationId: string, view?: string): ApiOperation => ({
  operationId,
  method: 'get',
  path: `/${operationId}`,
  parameters: [],
  requestBody: undefined,
  view,
})
const staff: Access = { service: 'ingest', roles: ['admin'] }
const auditors: Access = { service: 'ingest', roles: ['admin', 'auditor'] }

describe('The API document and the table of operations', () => {
  it('agree if every operation is in both, with a view if auditors may call it', () => {
    const operations = [operation('a'), operation('b', 'alert')]
    expect(() => checkOperations(operations, { a: staff, b: auditors }, ['ingest'])).not.toThrow()
  })

  it.each<[string, ApiOperation[], Record<string, Access>]>([
    ['a: not in the table of operations', [operation('a')], {}],
    ['toString: not in the table of operations', [operation('toString')], {}],
    ['a: not in the API document', [], { a: staff }],
    ['a: auditors may call it, and it has no x-wardline-view', [operation('a')], { a: auditors }],
  ])('do not agree: %s', (message, operations, table) => {
    expect(() => checkOperations(operations, table, ['ingest'])).toThrow(message)
  })

  it('need not agree on services that do not run', () => {
    expect(() => checkOperations([], { a: staff }, ['detector'])).not.toThrow()
  })
})

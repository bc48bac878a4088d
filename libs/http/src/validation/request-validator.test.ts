import { describe, expect, it } from '@jest/globals'
import type { OpenApiDocument } from '@wardline/api'
import { Problem } from '@wardline/kernel'
import fc from 'fast-check'
import { createRequestValidator } from './request-validator.ts'

const doc = {
  openapi: '3.1.0',
  info: {},
  paths: {
    '/things/{thing_id}': {
      parameters: [{ $ref: '#/components/parameters/ThingId' }],
      get: {
        operationId: 'listThings',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
          { name: 'ratio', in: 'query', schema: { type: 'number' } },
          { name: 'open', in: 'query', schema: { type: 'boolean' } },
          { name: 'from', in: 'query', schema: { $ref: '#/components/schemas/Instant' } },
          {
            name: 'size',
            in: 'query',
            schema: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/Size' } },
          },
          { name: 'q', in: 'query', schema: { type: 'string', maxLength: 256 } },
        ],
      },
      post: {
        operationId: 'makeThing',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
      },
      put: { operationId: 'resetThing' },
    },
  },
  components: {
    parameters: {
      ThingId: { name: 'thing_id', in: 'path', required: true, schema: { type: 'string', pattern: '^thg_[a-z]+$' } },
    },
    schemas: {
      Instant: { type: 'string', format: 'date-time' },
      Size: { type: 'string', enum: ['s', 'm'] },
      Thing: {
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1 },
          nonce: { type: 'string', pattern: '^[a-z]+$', 'x-wardline-problem': 'csr_invalid' },
          parts: {
            type: 'array',
            minItems: 1,
            maxItems: 2,
            items: { $ref: '#/components/schemas/Thing' },
            'x-wardline-problem': { maxItems: 'batch_too_large' },
          },
        },
      },
    },
  },
} as unknown as OpenApiDocument

const validator = createRequestValidator(doc)
const query = validator.of('listThings').query
const make = (body: unknown, type = 'application/json') =>
  validator.of('makeThing').body(type, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

function problemOf(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('A query', () => {
  it('is coerced to the declared types, with defaults', () => {
    expect(query('limit=7&ratio=-1.5&open=false&size=m&q=a+b%26c')).toEqual({
      limit: 7,
      ratio: -1.5,
      open: false,
      size: ['m'],
      q: 'a b&c',
    })
    expect(query('size=s&size=m')).toEqual({ limit: 50, size: ['s', 'm'] })
    expect(query('')).toEqual({ limit: 50 })
    expect(query('from=0001-01-01T00:00:00.000Z')).toMatchObject({ from: '0001-01-01T00:00:00.000Z' })
    expect(query('from=9999-12-31T23:59:59Z')).toMatchObject({ from: '9999-12-31T23:59:59Z' })
  })

  it.each([
    ['colour=red', '?colour'],
    ['limit=0', '?limit'],
    ['limit=201', '?limit'],
    ['limit=', '?limit'],
    ['limit=1e1', '?limit'],
    ['limit=0x10', '?limit'],
    ['limit=5&limit=6', '?limit'],
    ['open=1', '?open'],
    ['size=xl', '?size'],
    ['size=s&size=s&size=s&size=s', '?size'],
    ['from=yesterday', '?from'],
    ['from=2026-02-30T00:00:00Z', '?from'],
    ['q=a&q=b', '?q'],
    ['__proto__=1', '?__proto__'],
    ['constructor=1', '?constructor'],
  ])('%s is query_invalid, naming %s', (search, pointer) => {
    const problem = problemOf(() => query(search))
    expect(problem).toMatchObject({ code: 'query_invalid', status: 400 })
    expect(problem.errors?.map(e => e.pointer)).toContain(pointer)
  })

  it.each(['q=%', 'q=%ff', '%zz=1', 'a&'.repeat(600)])('%s is query_invalid', search => {
    expect(problemOf(() => query(search)).code).toBe('query_invalid')
  })

  it('with any text is read or refused, and never causes an internal error', () => {
    fc.assert(
      fc.property(fc.string(), search => {
        try {
          query(search)
        } catch (error) {
          expect(error).toBeInstanceOf(Problem)
        }
      }),
    )
  })
})

describe('A path parameter', () => {
  it('that does not match its schema is not_found', () => {
    const { params } = validator.of('listThings')
    expect(() => params({ thing_id: 'thg_a' })).not.toThrow()
    for (const thing_id of ['', 'thg_', 'x', 'thg_A', `thg_${'a'.repeat(300)}`, 'thg_a\n']) {
      expect(problemOf(() => params({ thing_id })).code).toBe('not_found')
    }
  })
})

describe('A body', () => {
  it.each([
    [{}, [{ pointer: '/name', message: 'is required' }]],
    [
      { name: '', more: 1 },
      [
        { pointer: '/more', message: 'is not known here' },
        { pointer: '/name', message: expect.any(String) },
      ],
    ],
    [{ name: 'a', parts: [{ name: 'b' }, { name: 7 }] }, [{ pointer: '/parts/1/name', message: 'must be string' }]],
    [{ name: 'a', 'x/y~z': 1 }, [{ pointer: '/x~1y~0z', message: 'is not known here' }]],
    [[], [{ pointer: '', message: 'must be object' }]],
  ])('%j is validation_failed at its pointers', (body, errors) => {
    expect(problemOf(() => make(body))).toMatchObject({ code: 'validation_failed', status: 422, errors })
  })

  it('may have a fault with its own code in the schema, for all keywords or for some', () => {
    expect(problemOf(() => make({ name: 'a', nonce: 'X' })).code).toBe('csr_invalid')
    const part = { name: 'b' }
    expect(problemOf(() => make({ name: 'a', parts: [part, part, part] })).code).toBe('batch_too_large')
    expect(problemOf(() => make({ name: 'a', parts: [] })).code).toBe('validation_failed')
  })

  it('never has its values echoed, nor an endless member name', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const secret = 'S3CR3T'
        const problem = problemOf(() => make({ name: 5, nonce: [secret, value], [`k${'x'.repeat(500)}`]: secret }))
        expect(JSON.stringify(problem.body('req_1'))).not.toMatch(/S3CR3T|x{300}/)
      }),
    )
  })

  it('that nests too deeply is refused, also with a recursive schema', () => {
    const deep = `${'{"name":"a","parts":['.repeat(50_000)}1${']}'.repeat(50_000)}`
    expect(problemOf(() => make(deep)).code).toBe('validation_failed')
  })

  it('with a byte order mark is read as without one', () => {
    expect(make('\uFEFF{"name":"a"}').body).toEqual({ name: 'a' })
  })

  it('may be absent or empty if none is asked for', () => {
    const { body } = validator.of('resetThing')
    expect(body(undefined, Buffer.alloc(0)).body).toBeUndefined()
    expect(body('application/json', Buffer.from('{}')).body).toBeUndefined()
    expect(problemOf(() => body('application/json', Buffer.from('{"a":1}'))).code).toBe('validation_failed')
  })
})

describe('The document', () => {
  it('is refused with the name of the operation when a schema is invalid', () => {
    const paths = {
      '/x': { get: { operationId: 'readX', parameters: [{ name: 'a', in: 'query', schema: { typo: 1 } }] } },
    }
    const { compileAll } = createRequestValidator({ ...doc, paths } as unknown as OpenApiDocument)
    expect(compileAll).toThrow('readX')
    expect(() => validator.compileAll()).not.toThrow()
  })

  it('is refused when a path parameter is not declared', () => {
    const paths = { '/x/{id}': { get: { operationId: 'readX' } } }
    expect(() => createRequestValidator({ ...doc, paths } as unknown as OpenApiDocument)).toThrow('id is not declared')
  })
})

// What may change in the API without breaking callers of the last release, and what may not.
import { describe, expect, it } from '@jest/globals'
import type { OpenApiDocument } from '@wardline/api'
import { breakingChanges } from '../../tools/openapi/breaking-changes.ts'
import { readSurface, type Surface, surfaceOf, writeSurface } from '../../tools/openapi/surface.ts'

interface Parts {
  readonly parameters?: readonly object[]
  readonly body?: object
  readonly answer?: object
  readonly path?: string
}

/** A document of one operation. */
function api({ parameters = [], body, answer = { type: 'object' }, path = '/api/v1/things' }: Parts): Surface {
  const content = (schema: object) => ({ content: { 'application/json': { schema } } })
  const operation = {
    operationId: 'makeThing',
    parameters,
    ...(body ? { requestBody: { required: true, ...content(body) } } : {}),
    responses: { 201: content(answer), default: content({ type: 'object' }) },
  }
  const schemas = {
    Name: { type: 'string' },
    Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } },
  }
  const document = { openapi: '3.1.0', info: {}, paths: { [path]: { post: operation } }, components: { schemas } }
  return surfaceOf(document as unknown as OpenApiDocument)
}

const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })
const NAME = { $ref: '#/components/schemas/Name' }
const query = (name: string, schema: object, required = false) => ({ name, in: 'query', required, schema })

describe('callers of the last release', () => {
  it.each<[string, Parts, Parts]>([
    ['a new optional parameter', {}, { parameters: [query('limit', { type: 'integer' })] }],
    ['a new optional member of a request', { body: object({ a: NAME }) }, { body: object({ a: NAME, b: NAME }) }],
    ['a member that need not be sent any more', { body: object({ a: NAME }, ['a']) }, { body: object({ a: NAME }) }],
    [
      'one more value that may be sent',
      { body: object({ a: { enum: ['x'] } }) },
      { body: object({ a: { enum: ['x', 'y'] } }) },
    ],
    [
      'any value in place of some',
      { body: object({ a: { type: 'string', enum: ['x'] } }) },
      { body: object({ a: NAME }) },
    ],
    ['a number in place of an integer, to be sent', { body: { type: 'integer' } }, { body: { type: 'number' } }],
    ['a new member of an answer', { answer: object({ a: NAME }) }, { answer: object({ a: NAME, b: NAME }, ['b']) }],
    [
      'one more value in an answer',
      { answer: object({ a: { enum: [1] } }) },
      { answer: object({ a: { enum: [1, 2] } }) },
    ],
    ['an integer in place of a number, to be read', { answer: { type: 'number' } }, { answer: { type: 'integer' } }],
    [
      'a new optional object with members that it requires',
      { body: object({}) },
      { body: object({ o: object({ a: NAME }, ['a']) }) },
    ],
    [
      'the same in other words',
      { answer: object({ a: NAME }) },
      { answer: { allOf: [object({ a: { type: 'string' } })] } },
    ],
    [
      'a schema that contains itself',
      { answer: { $ref: '#/components/schemas/Tree' } },
      { answer: { $ref: '#/components/schemas/Tree' } },
    ],
  ])('go on with %s', (_, before, after) => {
    expect(breakingChanges(api(before), api(after))).toEqual([])
  })

  it.each<[string, Parts, Parts, string]>([
    ['an operation that is gone', {}, { path: '/api/v1/others' }, 'was removed'],
    ['a parameter that is gone', { parameters: [query('q', NAME)] }, {}, '?q is no longer accepted'],
    ['a new parameter that must be sent', {}, { parameters: [query('q', NAME, true)] }, '?q is new and required'],
    [
      'a renamed member of a request',
      { body: object({ a: NAME }) },
      { body: object({ b: NAME }) },
      'body.a is no longer',
    ],
    [
      'a member that must be sent now',
      { body: object({ a: NAME }) },
      { body: object({ a: NAME }, ['a']) },
      'body.a became',
    ],
    ['a new member that must be sent', { body: object({}) }, { body: object({ a: NAME }, ['a']) }, 'body.a is new'],
    [
      'fewer values that may be sent',
      { body: object({ a: { enum: ['x', 'y'] } }) },
      { body: object({ a: { enum: ['x'] } }) },
      'fewer values',
    ],
    [
      'values that are listed now',
      { body: object({ a: NAME }) },
      { body: object({ a: { type: 'string', enum: ['x'] } }) },
      'fewer values',
    ],
    [
      'another type to send',
      { body: object({ a: NAME }) },
      { body: object({ a: { type: 'integer' } }) },
      'fewer types',
    ],
    [
      'a member of an answer that is gone',
      { answer: object({ a: NAME }) },
      { answer: object({}) },
      '201.a was removed',
    ],
    [
      'a member of the items of an answer that is gone',
      { answer: object({ items: { type: 'array', items: object({ a: NAME }) } }) },
      { answer: object({ items: { type: 'array', items: object({}) } }) },
      '201.items[].a was removed',
    ],
    [
      'a member that may be missing now',
      { answer: object({ a: NAME }, ['a']) },
      { answer: object({ a: NAME }) },
      '201.a may be missing',
    ],
    [
      'null where there was none',
      { answer: object({ a: NAME }) },
      { answer: object({ a: { type: ['string', 'null'] } }) },
      'of another type',
    ],
    [
      'a member that only one of two alternatives has now',
      { answer: object({ a: NAME }, ['a']) },
      { answer: { type: 'object', oneOf: [object({ a: NAME }, ['a']), object({ b: NAME })] } },
      '201.a may be missing',
    ],
  ])('would fail with %s', (_, before, after, said) => {
    const faults = breakingChanges(api(before), api(after))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(said)
  })
})

describe('the baseline', () => {
  it('says all of a surface', () => {
    const surface = api({
      parameters: [query('q', { type: ['string', 'null'] }, true)],
      body: object({ a: { type: 'string', enum: ['x, "y"!', ']'] }, b: {} }, ['a']),
    })
    expect(readSurface(writeSurface(surface))).toEqual(surface)
  })

  it('is not read where it is not what we write', () => {
    expect(() => readSurface('{"GET /x":{"request":{"a":"string?"},"answers":{}}}')).toThrow('cannot be understood')
  })
})

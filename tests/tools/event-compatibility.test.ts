import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { breakingChanges, KINDS, loadSchema } from '@wardline/events'
import { createBaseline } from '../../tools/schemas/baseline.ts'

const base = {
  title: 'T',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'level'],
  properties: {
    id: { type: 'string', maxLength: 80, pattern: '^a' },
    level: { type: 'string', enum: ['low', 'high'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 9 },
    inner: { type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 1 } } },
  },
}
type Base = typeof base
const changed = (change: (schema: Base & Record<string, never>) => void): unknown => {
  const copy = JSON.parse(JSON.stringify(base)) as Base & Record<string, never>
  change(copy)
  return copy
}

describe('a change to a v1 schema is compatible when', () => {
  it.each<[string, unknown]>([
    ['nothing changes', base],
    ['members of the schema are in another order', Object.fromEntries(Object.entries(base).reverse())],
    [
      'a description, a title or examples change',
      changed(s => Object.assign(s, { title: 'U', description: 'x', examples: [1] })),
    ],
    ['an optional member is added', changed(s => Object.assign(s.properties, { more: { type: 'string' } }))],
    ['an optional member is added further down', changed(s => Object.assign(s.properties.inner.properties, { m: {} }))],
    ['it is opened to further members', changed(s => Object.assign(s, { additionalProperties: true }))],
  ])('%s', (_name, next) => {
    expect(breakingChanges(base, next)).toEqual([])
  })
})

describe('a change to a v1 schema is refused when', () => {
  it.each<[string, (s: Base) => void, string]>([
    [
      'a member is removed',
      s => Reflect.deleteProperty(s.properties, 'note'),
      '/properties/note was removed or renamed',
    ],
    [
      'a member has another type',
      s => Object.assign(s.properties.id, { type: 'integer' }),
      '/properties/id/type was changed',
    ],
    ['a member becomes required', s => s.required.push('note'), 'note became required'],
    ['a member is no longer required', s => s.required.pop(), 'level is no longer required'],
    [
      'a new member is required',
      s => {
        Object.assign(s.properties, { more: {} })
        s.required.push('more')
      },
      'more became required',
    ],
    [
      'a word is added to a closed list',
      s => s.properties.level.enum.push('new'),
      '/properties/level/enum was changed',
    ],
    ['a word is taken from a closed list', s => s.properties.level.enum.pop(), '/properties/level/enum was changed'],
    [
      'a limit is raised',
      s => Object.assign(s.properties.id, { maxLength: 90 }),
      '/properties/id/maxLength was changed',
    ],
    [
      'a limit is added',
      s => Object.assign(s.properties.note, { minLength: 1 }),
      '/properties/note/minLength was added',
    ],
    [
      'a pattern is removed',
      s => Reflect.deleteProperty(s.properties.id, 'pattern'),
      '/properties/id/pattern was removed',
    ],
    [
      'an alternative is added',
      s => s.properties.note.anyOf.push({ type: 'number' }),
      '/properties/note/anyOf was changed',
    ],
    [
      'elements change',
      s => Object.assign(s.properties.tags.items, { type: 'number' }),
      '/properties/tags/items/type was changed',
    ],
    [
      'something changes further down',
      s => Object.assign(s.properties.inner.properties.n, { minimum: 0 }),
      '/properties/inner/properties/n/minimum',
    ],
  ])('%s', (_name, change, fault) => {
    expect(breakingChanges(base, changed(change as never)).join('\n')).toContain(fault)
  })

  it('any member of a real schema is taken away or retyped', () => {
    for (const kind of KINDS) {
      const schema = loadSchema(kind) as Base
      for (const name of Object.keys(schema.properties)) {
        const gone = structuredClone(schema)
        Reflect.deleteProperty(gone.properties, name)
        expect(breakingChanges(schema, gone)).not.toEqual([])
        const retyped = structuredClone(schema)
        Object.assign(retyped.properties, { [name]: { type: 'boolean' } })
        expect(breakingChanges(schema, retyped)).not.toEqual([])
      }
    }
  })
})

describe('the baseline', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wardline-baseline-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const schemas = (schema: unknown) => {
    const path = join(folder, 't.v1.json')
    writeFileSync(path, JSON.stringify(schema))
    return [{ kind: 't', path }]
  }

  it('accepts a new schema and compatible changes, and reports them until then', () => {
    const baseline = createBaseline(join(folder, 'baseline'))
    expect(baseline.changed(schemas(base))).toEqual(['t'])
    baseline.accept(schemas(base))
    expect(baseline.changed(schemas(base))).toEqual([])
    const more = schemas({ ...base, description: 'more' })
    expect(baseline.changed(more)).toEqual(['t'])
    baseline.accept(more)
    expect(baseline.changed(more)).toEqual([])
  })

  it('never accepts a change that breaks a reader', () => {
    const baseline = createBaseline(join(folder, 'baseline'))
    baseline.accept(schemas(base))
    const before = readFileSync(join(folder, 'baseline/t.v1.json'), 'utf8')
    const broken = schemas({ ...base, required: ['id'] })
    expect(baseline.faults(broken)).toHaveLength(1)
    expect(() => baseline.accept(broken)).toThrow('not compatible')
    expect(readFileSync(join(folder, 'baseline/t.v1.json'), 'utf8')).toBe(before)
  })
})

import { type EventKind, loadSchema } from '@wardline/events'

type Member = { properties: Record<string, unknown>; required: string[] }
type EventSchema = Member & { properties: { payload: Member } }

/** The schemas of a release, made of this one's. */
export type Release = (kind: EventKind) => unknown

const changed =
  (change: (schema: EventSchema) => void): Release =>
  kind => {
    const schema = loadSchema(kind) as unknown as EventSchema
    change(schema)
    return schema
  }

/** The next release: an optional member more in every envelope and every payload. */
export const WITH_MORE_MEMBERS: Release = changed(schema => {
  Object.assign(schema.properties, { added_later: { type: 'string', maxLength: 80 } })
  Object.assign(schema.properties.payload.properties, {
    added_later: {
      type: 'object',
      additionalProperties: false,
      required: ['a'],
      properties: { a: { type: 'array', items: { type: 'integer' }, maxItems: 9 } },
    },
  })
})

/** Releases that must never run, and what is said of each. */
export const BREAKING: readonly (readonly [name: string, release: Release, reason: string])[] = [
  [
    'makes a member required',
    changed(({ properties: { payload } }) => {
      payload.properties.added_later = { type: 'string' }
      payload.required.push('added_later')
    }),
    'added_later became required',
  ],
  [
    'renames a member',
    changed(schema => {
      const { producer, ...rest } = schema.properties as Record<string, unknown>
      schema.properties = { ...rest, made_by: producer } as unknown as EventSchema['properties']
      schema.required = schema.required.map(name => (name === 'producer' ? 'made_by' : name))
    }),
    '/properties/producer was removed or renamed',
  ],
  [
    'narrows a member',
    changed(schema => Object.assign(schema.properties, { producer: { type: 'string', maxLength: 3 } })),
    '/properties/producer/maxLength was changed',
  ],
]

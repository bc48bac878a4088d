// Makes apps/normalizer/ocsf/ocsf-1.8.json from the compiled schema of OCSF, as the PyPI package ocsf-json-schema
// (1.2.0) ships it: node tools/packs/extract-ocsf.ts <1.8.0.json>
import { readFileSync, writeFileSync } from 'node:fs'

interface Attribute {
  readonly requirement?: string
  readonly object_type?: string
  readonly is_array?: boolean
  readonly enum?: Readonly<Record<string, { readonly caption: string }>>
}
interface Entity {
  readonly name: string
  readonly uid?: number
  readonly caption: string
  readonly category_uid?: number
  readonly attributes: Readonly<Record<string, Attribute>>
  readonly constraints?: Readonly<Record<string, readonly string[]>>
}
interface Schema {
  readonly version: string
  readonly classes: Readonly<Record<string, Entity>>
  readonly objects: Readonly<Record<string, Entity>>
}

/** Required only where the profile of the same name is used, which the compiled schema does not say. */
const OF_PROFILES = new Set(['osint', 'cloud'])
const file = process.argv[2]
if (file === undefined) throw new Error('name the compiled schema')
const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema
const shortName = (name: string): string => name.slice(name.indexOf('/') + 1)

function members(entity: Entity): object {
  return Object.fromEntries(
    Object.entries(entity.attributes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { object_type, enum: values }]) => {
        if (object_type !== undefined) return [name, shortName(object_type)]
        const listed = values !== undefined && !/^(?:activity_id|type_uid|class_uid|category_uid)$/.test(name)
        return [name, listed ? Object.keys(values).map(v => (/^-?\d+$/.test(v) ? Number(v) : v)) : 0]
      }),
  )
}
const required = (entity: Entity): string[] =>
  Object.entries(entity.attributes)
    .filter(([name, { requirement }]) => requirement === 'required' && !OF_PROFILES.has(name))
    .map(([name]) => name)
    .sort()

const classes = Object.values(schema.classes)
  .filter(
    ({ uid, category_uid }) => category_uid !== 5 || [5001, 5002, 5003, 5004, 5019, 5020, 5021, 5023].includes(uid!),
  )
  .sort((a, b) => a.uid! - b.uid!)
  .map(entity => [
    // The schema's own name of this class lacks an i.
    shortName(entity.name).replace('event_log_actvity', 'event_log_activity'),
    {
      uid: entity.uid,
      activities: Object.fromEntries(
        Object.entries(entity.attributes.activity_id?.enum ?? {}).map(([id, { caption }]) => [id, caption]),
      ),
      required: required(entity),
      ...(entity.constraints && { constraints: entity.constraints }),
      members: members(entity),
    },
  ])
const objects = Object.entries(schema.objects)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, entity]) => [shortName(name), { required: required(entity), members: members(entity) }])
const lines = (entries: unknown[][]): string =>
  entries.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(',\n')
writeFileSync(
  new URL('../../apps/normalizer/ocsf/ocsf-1.8.json', import.meta.url),
  `{\n  "source": "OCSF schema ${schema.version}, Apache-2.0, the OCSF authors; extracted by tools/packs/extract-ocsf.ts",\n  "version": "${schema.version}",\n  "classes": {\n${lines(classes)}\n  },\n  "objects": {\n${lines(objects)}\n  }\n}\n`,
)

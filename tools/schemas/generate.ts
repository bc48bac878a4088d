// Writes libs/events/src/generated/payloads.ts from event-schemas/. `--check` only says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { KINDS, schemaPath } from '../../libs/events/src/kinds.ts'

const target = new URL('../../libs/events/src/generated/payloads.ts', import.meta.url)

export async function generateTypes(): Promise<string> {
  const parts = ['// Generated from event-schemas/ by `npm run schemas:generate`. Do not edit.\n']
  const members: string[] = []
  for (const kind of KINDS) {
    const schema = JSON.parse(readFileSync(schemaPath(kind), 'utf8')) as {
      title: string
      properties: { payload: JSONSchema }
    }
    const name = `${schema.title}Payload`
    const { examples: _examples, ...payload } = schema.properties.payload
    const options = { bannerComment: '', additionalProperties: false, format: true, ignoreMinAndMaxItems: true }
    parts.push(await compile({ ...payload, title: name } as JSONSchema, name, options))
    members.push(`  '${kind}': ${name}`)
  }
  parts.push(`/** Payload of each event kind. */\nexport interface Payloads {\n${members.join('\n')}\n}\n`)
  return parts.join('\n')
}

if (import.meta.main) {
  const text = await generateTypes()
  if (process.argv.includes('--check')) {
    const same = readFileSync(target, 'utf8') === text
    console.log(
      same ? 'generated event types are up to date' : 'generated event types have drifted: npm run schemas:generate',
    )
    process.exitCode = same ? 0 : 1
  } else writeFileSync(target, text)
}

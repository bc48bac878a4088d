// The checks of event-schemas/: generated types, examples, compatibility with what readers know, and the AsyncAPI
// document. `--accept` makes the current schemas the baseline, unless one of them would break a reader.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createEventCodec, type Envelope, KINDS, loadSchema, schemaPath, topicOf } from '@wardline/events'
import { parse } from 'yaml'
import { lintDocument } from '../redocly.ts'
import { createBaseline } from './baseline.ts'
import { generateTypes } from './generate.ts'

const here = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const ASYNCAPI = here('event-schemas/asyncapi.yaml')

/** Returns one line per fault; empty when all is well. */
type Check = () => string[] | Promise<string[]>

const checks: Readonly<Record<string, Check>> = {
  'generated types are up to date': async () => {
    const same = readFileSync(here('libs/events/src/generated/payloads.ts'), 'utf8') === (await generateTypes())
    return same ? [] : ['they have drifted from event-schemas/: npm run schemas:generate']
  },

  'every schema has an example, and every example is valid': () => {
    const codec = createEventCodec()
    return KINDS.flatMap(kind => {
      const { examples = [] } = loadSchema(kind) as { examples?: Envelope[] }
      if (examples.length === 0) return [`${kind} has no example`]
      return examples.flatMap(example => fault(() => codec.decode(codec.encode(example))))
    })
  },

  'no change breaks a reader of v1': () => {
    const baseline = createBaseline(here('event-schemas/baseline'))
    const current = KINDS.map(kind => ({ kind, path: schemaPath(kind) }))
    if (process.argv.includes('--accept')) return fault(() => baseline.accept(current))
    const faults = baseline.faults(current)
    if (faults.length > 0) return faults
    return baseline.changed(current).map(kind => `${kind} has changed compatibly: npm run schemas:check -- --accept`)
  },

  'asyncapi.yaml names every topic and its schema': () => {
    const { channels } = parse(readFileSync(ASYNCAPI, 'utf8')) as { channels: Record<string, { address: string }> }
    const named = new Set(Object.values(channels).map(channel => channel.address))
    const topics = new Set(KINDS.map(topicOf))
    return [
      ...[...topics].filter(topic => !named.has(topic)).map(topic => `${topic} has no channel`),
      ...[...named].filter(address => !topics.has(address)).map(address => `${address} is no topic`),
    ]
  },

  'asyncapi.yaml passes its linter': () =>
    lintDocument(ASYNCAPI, here('tools/schemas/redocly.yaml')) ? [] : ['see above'],
}

function fault(run: () => unknown): string[] {
  try {
    run()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

for (const [name, check] of Object.entries(checks)) {
  const faults = await check()
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  for (const line of faults) console.error(`     ${line}`)
  if (faults.length > 0) process.exitCode = 1
}

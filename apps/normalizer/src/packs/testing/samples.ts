import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { normalizeRaw } from '../../normalize/testing/normalize-raw.ts'
import { PACK_FOLDER } from '../catalogue.ts'
import type { Pack } from '../pack.ts'

/**
 * A log of a pack's `samples` folder. In a `.log` file every line is a log, and a line `// …` says what the next one
 * shows; a `.txt` file is one log of several lines; a `.json` file is one object.
 */
export interface Sample {
  readonly title: string
  readonly raw: string | object
}

export interface SampleFile {
  /** Name of the file. */
  readonly name: string
  readonly samples: readonly Sample[]
  /** Where its golden is. */
  readonly golden: string
}

const SAMPLE = /^(?!.*\.expected\.json$).+\.(?:log|txt|json)$/

/** The samples of a pack, by the names of their files. */
export function samplesOf(id: string): SampleFile[] {
  const folder = join(PACK_FOLDER, id, 'samples')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => SAMPLE.test(name))
    .sort()
    .map(name => ({
      name,
      samples: readSamples(join(folder, name)),
      golden: join(folder, `${name.replace(/\.\w+$/, '')}.expected.json`),
    }))
}

/** The logs of one file. */
export function readSamples(path: string): Sample[] {
  const text = readFileSync(path, 'utf8')
  const title = basename(path)
    .replace(/\.\w+$/, '')
    .replaceAll('-', ' ')
  if (path.endsWith('.json')) return [{ title, raw: JSON.parse(text) as object }]
  if (path.endsWith('.txt')) return [{ title, raw: text.trimEnd() }]
  const samples: Sample[] = []
  let said: string | undefined
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('// ')) said = line.slice(3).trim()
    else if (line.trim() !== '') {
      samples.push({ title: said ?? `${title} ${samples.length + 1}`, raw: line })
      said = undefined
    }
  }
  return samples
}

/** How a sample reaches the normalizer: with nothing said of the source, or as the pack's vendor and product. */
export const registered = (pack: Pack | undefined) => ({
  format: 'auto',
  vendor: pack?.vendor ?? null,
  product: pack?.product ?? null,
  timezone: 'UTC',
  version: 1,
})

/** Members that do not depend on what the log says, or follow from others. */
const LEFT_OUT = new Set([
  'event_id',
  'tenant_id',
  'log_source_id',
  'asset_id',
  'observed_at',
  'ingested_at',
  'category_uid',
  'class_uid',
  'type_uid',
  'activity_id',
  'severity_id',
  'status_id',
  'pseudonym_epoch',
  'observables',
  'message',
])

/** What a golden holds of the event of a sample. The summary is the one before redaction. */
export function expectedOf({ title, raw }: Sample, pack?: Pack): Record<string, unknown> {
  const { event, eventTime: _ } = normalizeRaw(raw, { source: registered(pack) })
  const { version: __, ...parser } = event.parser as Record<string, unknown>
  const { version: ___, ...metadata } = event.metadata as Record<string, unknown>
  const kept = Object.entries(event).filter(([name]) => !LEFT_OUT.has(name) && name !== 'parser' && name !== 'metadata')
  const { confidence: ____, ...told } = parser
  return JSON.parse(JSON.stringify({ sample: title, ...told, ...Object.fromEntries(kept), metadata })) as Record<
    string,
    unknown
  >
}

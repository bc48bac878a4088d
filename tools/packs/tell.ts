import { normalizeRaw } from '../../apps/normalizer/src/normalize/testing/normalize-raw.ts'
import { ocsfFaults } from '../../apps/normalizer/src/packs/testing/ocsf-check.ts'
import { expectedOf, type Sample } from '../../apps/normalizer/src/packs/testing/samples.ts'

interface Parser {
  readonly pack: string
  readonly kind?: string
  readonly status: string
  readonly confidence: number
  readonly via?: readonly string[]
}

/** What became of a log, in lines: the pack and its rule, the facts, and what was not understood. */
export function tell(sample: Sample, json: boolean): string {
  const { event } = normalizeRaw(sample.raw)
  const parser = event.parser as unknown as Parser
  const faults = ocsfFaults(event)
  const lines = [
    `# ${sample.title}`,
    `pack ${parser.pack}, kind ${parser.kind ?? 'none: no table of the pack names it'}, ${parser.status}, confidence ${parser.confidence}`,
    ...(parser.via ? [`carried by ${parser.via.join(' > ')}`] : []),
    `${event.event_type} / ${event.activity}, ${event.outcome}, ${event.severity}, ${event.event_time} (${event.time_quality})`,
    ...(json ? [JSON.stringify(expectedOf(sample), null, 2)] : facts(event).map(fact => `  ${fact}`)),
    ...(faults.length > 0 ? ['OCSF:', ...faults.map(fault => `  ${fault}`)] : []),
    `summary: ${event.summary}`,
  ]
  const left = leaves(event.unmapped, '')
  if (left.length > 0) lines.push('not mapped:', ...left.map(fact => `  ${fact}`))
  return `${lines.join('\n')}\n`
}

const OBJECTS =
  /^(?:actor|user|src_endpoint|dst_endpoint|device|process|file|query|http_\w+|api|connection_info|metadata|[a-z_]+)$/
const PLAIN =
  /^(?:event_id|tenant_id|log_source_id|asset_id|event_time|observed_at|ingested_at|time_quality|category|event_type|\w+_uid|activity\w*|severity\w*|outcome|status_id|summary|message|pseudonym_epoch|parser|observables|unmapped)$/

const facts = (event: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(event)
    .filter(name => OBJECTS.test(name) && !PLAIN.test(name))
    .flatMap(name => leaves(event[name], name))

function leaves(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} = ${String(value)}`]
  return Object.entries(value).flatMap(([name, child]) => leaves(child, path === '' ? name : `${path}.${name}`))
}

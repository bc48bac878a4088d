import { parseArgs } from 'node:util'

export interface Options {
  /** Origin, e.g. http://127.0.0.1:8080. */
  readonly url: string
  readonly tokenFile: string
  /** PEM of the CA to trust, for the TLS listener. */
  readonly caFile: string | undefined
  /** An existing log source, or the name and format of one to create. */
  readonly source: { readonly id: string } | { readonly name: string; readonly format: string }
  readonly concurrency: number
  readonly json: boolean
  readonly files: readonly string[]
}

export const USAGE = `npm run replay -- --url <origin> --token-file <file> (--source <log_source_id> | --create-source <name> [--format auto])
                   [--ca-file <pem>] [--concurrency 4] [--json] <files…>

Sends logs through POST /api/v1/logs/ingest: text or NDJSON (an event a line), JSON arrays, or zip archives of these.
Every event has an event_ref made of its place and content, so that sending again stores nothing twice.
Ends with 0 when everything was accepted or a duplicate, 1 when something was not, 2 when it could not run.`

/** @throws Error that says what is wrong with the arguments. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      'token-file': { type: 'string' },
      'ca-file': { type: 'string' },
      source: { type: 'string' },
      'create-source': { type: 'string' },
      format: { type: 'string', default: 'auto' },
      concurrency: { type: 'string', default: '4' },
      json: { type: 'boolean', default: false },
    },
  })
  const url = values.url
  if (url === undefined || !URL.canParse(url)) throw new Error('--url must be the origin of a Wardline')
  const tokenFile = values['token-file']
  if (tokenFile === undefined) throw new Error('--token-file is required')
  const concurrency = Number(values.concurrency)
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 64)
    throw new Error('--concurrency must be 1 to 64')
  if (positionals.length === 0) throw new Error('name at least one file')
  return {
    url: new URL(url).origin,
    tokenFile,
    caFile: values['ca-file'],
    source: sourceOf(values.source, values['create-source'], values.format),
    concurrency,
    json: values.json,
    files: positionals,
  }
}

function sourceOf(id: string | undefined, name: string | undefined, format: string): Options['source'] {
  if (id !== undefined && name === undefined) return { id }
  if (name !== undefined && id === undefined) return { name, format }
  throw new Error('either --source or --create-source is required')
}

// Replays log files through the public API: `npm run replay -- --help`.
import { readFileSync } from 'node:fs'
import { type ApiClient, createApiClient } from '../client/api.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { type ReplayReport, replay } from './replay.ts'

async function sourceId(api: ApiClient, source: Options['source']): Promise<string> {
  if ('id' in source) return source.id
  const answer = await api.post('/log-sources', source)
  if (answer.status !== 201) throw new Error(`the log source was not made: ${answer.status} ${answer.body?.code ?? ''}`)
  return answer.body.log_source_id as string
}

function print(report: ReplayReport): void {
  const { accepted, duplicates, rejected, too_large, seconds, events_per_second } = report
  for (const { at, code } of report.not_accepted) console.log(`not accepted: ${at} (${code})`)
  console.log(`log source ${report.log_source_id}`)
  console.log(`${accepted} accepted, ${duplicates} duplicates, ${rejected} rejected, ${too_large} too large`)
  console.log(`${seconds.toFixed(1)} s, ${events_per_second} events/s`)
}

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  const token = readFileSync(options.tokenFile, 'utf8').trim()
  const ca = options.caFile === undefined ? {} : { ca: readFileSync(options.caFile, 'utf8') }
  const api = createApiClient(options.url, { token, ...ca })
  try {
    const report = await replay(api, await sourceId(api, options.source), options.files, options.concurrency)
    print(report)
    if (options.json) console.log(JSON.stringify(report))
    return report.rejected + report.too_large > 0 ? 1 : 0
  } finally {
    await api.close()
  }
}

if (process.argv.includes('--help')) console.log(USAGE)
else {
  process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
    console.error(`replay: ${error.message}\n\n${USAGE}`)
    return 2
  })
}

import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CommandFailed } from '../output.ts'

/** The logs of each tenant. */
export const LOGS = ['audit', 'evidence'] as const
export type LogName = (typeof LOGS)[number]

/** Where the API lists each log. */
export const PATHS: Readonly<Record<LogName, string>> = { audit: '/audit-records', evidence: '/auditor/evidence' }

/** The files of a saved log. */
export const savedFiles = (folder: string, log: LogName) => ({
  records: join(folder, `${log}.records.ndjson`),
  checkpoints: join(folder, `${log}.checkpoints.ndjson`),
  key: join(folder, `${log}.key`),
})

/** Reads one JSON object per line. @throws CommandFailed naming the file and the invalid line. */
export async function* linesOf(file: string): AsyncGenerator<Record<string, unknown>, void, undefined> {
  let line = 0
  const stream = createReadStream(file, 'utf8')
  const failed = new Promise<never>((_, reject) =>
    stream.once('error', error => reject(new CommandFailed(`${file} cannot be read: ${error.message}`))),
  )
  failed.catch(() => undefined)
  for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
    line++
    try {
      yield JSON.parse(text) as Record<string, unknown>
    } catch {
      throw new CommandFailed(`${file}:${line} is not JSON`)
    }
  }
  if (stream.errored) await failed
}

import { mkdirSync } from 'node:fs'
import { type FileHandle, open, writeFile } from 'node:fs/promises'
import type { Api } from '../connection.ts'
import { CommandFailed } from '../output.ts'
import { type LogName, PATHS, savedFiles } from './saved-history.ts'

/**
 * Saves a log from the API into a folder: checkpoints, all records, and the public key. Checkpoints are read first, so that
 * all of them cover only saved records.
 */
export async function saveHistory(api: Api, folder: string, log: LogName): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = savedFiles(folder, log)
  let key: unknown
  await walk(api, `${PATHS[log]}/checkpoints?order=asc`, files.checkpoints, item => {
    key ??= item.verifier_key
  })
  await walk(api, `${PATHS[log]}?order=asc`, files.records)
  await writeFile(files.key, typeof key === 'string' ? `${key}\n` : '', { mode: 0o600 })
}

async function walk(
  api: Api,
  path: string,
  file: string,
  each: (item: Readonly<Record<string, unknown>>) => void = () => {},
): Promise<void> {
  const out = await open(file, 'wx', 0o600).catch(error => {
    throw new CommandFailed(error.code === 'EEXIST' ? `${file} already exists: name an empty folder` : error.message)
  })
  try {
    for (let cursor: unknown = ''; cursor !== null; )
      cursor = await page(
        api,
        `${path}&limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(String(cursor))}`}`,
        out,
        each,
      )
  } finally {
    await out.close()
  }
}

async function page(
  api: Api,
  path: string,
  out: FileHandle,
  each: (item: Readonly<Record<string, unknown>>) => void,
): Promise<unknown> {
  const answer = await api.call('GET', path)
  const items = answer.items as readonly Record<string, unknown>[]
  for (const item of items) each(item)
  await out.write(items.map(item => `${JSON.stringify(item)}\n`).join(''))
  return answer.next_cursor ?? null
}

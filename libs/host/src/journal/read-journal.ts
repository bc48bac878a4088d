import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { type Keyring, PLATFORM_TENANT, unseal } from '@wardline/kernel'
import { JOURNAL_CONTEXT } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'
import { journalFiles } from './journal-files.ts'

interface Line {
  readonly number?: string
  readonly epoch?: string
  readonly sealed?: string
  readonly withdrawn?: string
}

/** The epochs that journals have entries of, oldest first. */
export async function epochsOf(folders: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const file of filesOf(folders))
    for await (const { epoch } of linesOf(file)) if (epoch !== undefined) found.add(epoch)
  return [...found].sort()
}

/**
 * The entries of one epoch in all journals, file by file. Only the numbers of withdrawn entries and one line are in
 * memory. @throws Error for a line that is damaged or sealed under another platform's key. The last line of a file may be
 * incomplete: no caller was told of its write.
 */
export async function* readJournals(
  folders: readonly string[],
  keyring: Keyring,
  epoch: string,
): AsyncGenerator<JournalEntry> {
  const withdrawn = new Set<string>()
  for (const file of filesOf(folders))
    for await (const line of linesOf(file)) if (line.withdrawn !== undefined) withdrawn.add(line.withdrawn)
  const key = keyring.key(PLATFORM_TENANT, 'revocations')
  for (const file of filesOf(folders))
    for await (const { number, epoch: of, sealed } of linesOf(file)) {
      if (number === undefined || sealed === undefined || of !== epoch || withdrawn.has(number)) continue
      yield entryOf(file, key, sealed, `${JOURNAL_CONTEXT}/${epoch}/${number}`)
    }
}

const filesOf = (folders: readonly string[]): readonly string[] =>
  [...new Set(folders.map(f => resolve(f)))].flatMap(journalFiles)

function entryOf(file: string, key: Uint8Array, sealed: string, context: string): JournalEntry {
  try {
    return JSON.parse(unseal(key, sealed, context).toString()) as JournalEntry
  } catch {
    throw damaged(file)
  }
}

/** Complete lines: what follows the last line feed is incomplete. */
async function* linesOf(file: string): AsyncGenerator<Line> {
  let rest = ''
  for await (const piece of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield parse(file, line)
  }
}

function parse(file: string, text: string): Line {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === 'object' && line !== null) return line
  } catch {}
  throw damaged(file)
}

const damaged = (file: string): Error =>
  new Error(`the revocation journal ${file} is damaged, or of another platform. What it kept would be undone: mend it`)

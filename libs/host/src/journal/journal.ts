import { randomBytes } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { type Clock, type Keyring, PLATFORM_TENANT, Problem, rfc3339, seal } from '@wardline/kernel'
import type { JournalEntry } from './journal-entry.ts'
import { forgetOldFiles, newJournalFile } from './journal-files.ts'

const ROLL_BYTES = 64 * 1_048_576
/** Entries that may wait for the disk; more are refused. */
const MAX_WAITING = 10_000
/** Context that an entry is sealed with. */
export const JOURNAL_CONTEXT = 'revocation journal'

/**
 * An append-only list of writes that a restore must not undo, outside of what is backed up. An entry is on disk before
 * its write starts, so everything that a caller was told is in it. If the write then does not happen, the entry is
 * withdrawn. Entries are sealed under a data key, because they contain what the registry contains. Each process
 * appends to its own files, so a folder may be shared.
 */
export interface Journal {
  /** Resolves with the entry's number once it is on disk. @throws Problem `unavailable` when it cannot be written. */
  append(entry: JournalEntry): Promise<string>
  /** Withdraws the entry: the write did not happen. */
  withdraw(number: string): void
  close(): Promise<void>
}

export interface JournalOptions {
  readonly folder: string
  readonly keepDays: number
  readonly keyring: Keyring
  readonly clock: Clock
  /** Versions of documents are comparable within one epoch; a restore begins the next. */
  readonly epoch: string
  /** Called when entries cannot be written. */
  readonly onFault: (error: unknown) => void
  /** Called whenever entries have been written. */
  readonly onWritten?: () => void
}

interface Waiting {
  readonly line: string
  readonly resolve: () => void
  readonly reject: (error: Problem) => void
}

export function openJournal({ folder, keepDays, keyring, clock, epoch, onFault, onWritten }: JournalOptions): Journal {
  const key = keyring.key(PLATFORM_TENANT, 'revocations')
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  let file: FileHandle | undefined
  let bytes = 0

  async function fileToWrite(): Promise<FileHandle> {
    if (file && bytes < ROLL_BYTES) return file
    await file?.close()
    forgetOldFiles(folder, clock, keepDays)
    file = await open(newJournalFile(folder, clock), 'ax', 0o600)
    bytes = 0
    const names = await open(folder, 'r')
    await names.sync()
    await names.close()
    return file
  }
  /** Everything that arrived while the previous lines were being written goes together. */
  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const to = await fileToWrite()
        const text = batch.map(w => w.line).join('')
        await to.appendFile(text)
        await to.datasync()
        bytes += text.length
        for (const { resolve } of batch) resolve()
        onWritten?.()
      } catch (error) {
        // A half-written line is the end of its file: the next lines go into another file.
        await file?.close().catch(() => undefined)
        file = undefined
        onFault(error)
        const problem = new Problem('unavailable', { detail: 'A record cannot be kept', retryAfter: 5, cause: error })
        for (const { reject } of batch) reject(problem)
      }
    }
    running = undefined
  }
  const put = (line: object): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ line: `${JSON.stringify(line)}\n`, resolve, reject })
      running ??= flush()
    })

  return {
    async append(entry) {
      if (waiting.length >= MAX_WAITING) throw new Problem('unavailable', { retryAfter: 5 })
      const number = randomBytes(12).toString('hex')
      const sealed = seal(key, JSON.stringify(entry), `${JOURNAL_CONTEXT}/${epoch}/${number}`)
      await put({ number, epoch, at: rfc3339(clock.now()), sealed })
      return number
    },
    withdraw(number) {
      put({ withdrawn: number }).catch(() => undefined)
    },
    async close() {
      await running
      await file?.close()
      file = undefined
    },
  }
}

import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { type Clock, isFullDisk, type Keyring, PLATFORM_TENANT, Problem, rfc3339, seal } from '@wardline/kernel'
import type { JournalEntry } from './journal-entry.ts'
import { forgetOldFiles, newJournalFile, syncNames } from './journal-files.ts'
import { SPARE_BYTES, spareFile } from './spare-file.ts'

const ROLL_BYTES = 64 * 1_048_576
/** Entries that may wait for the disk; more are refused. */
const MAX_WAITING = 10_000
/** The part of the spare file that new documents may take: the rest is for changes, such as revocations. */
const FOR_NEW = 0.75
/** Context that an entry is sealed with. */
export const JOURNAL_CONTEXT = 'revocation journal'

/**
 * An append-only list of writes that a restore must not undo, outside of what is backed up. An entry is on disk before
 * its write starts, so everything that a caller was told is in it. If the write then does not happen, the entry is
 * withdrawn. Entries are sealed under a data key, because they contain what the registry contains. Each process
 * appends to its own files, so a folder may be shared.
 */
export interface Journal {
  /**
   * Resolves with the entry's number once it is on disk. @throws Problem `unavailable` when it cannot be written,
   * `storage_full` when the disk is full and the spare file is used up.
   */
  append(entry: JournalEntry): Promise<string>
  /** Withdraws the entry: the write did not happen. */
  withdraw(number: string): void
  /** Resolves when the spare file is there, or could not be made. */
  readonly prepared: Promise<void>
  close(): Promise<void>
}

export interface JournalOptions {
  readonly folder: string
  readonly keepDays: number
  readonly keyring: Keyring
  readonly clock: Clock
  /** What the spare file for a full disk is named after. */
  readonly writer: string
  readonly spareBytes?: number
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

export function openJournal(options: JournalOptions): Journal {
  const { folder, keepDays, keyring, clock, epoch, onFault, onWritten, spareBytes = SPARE_BYTES } = options
  const key = keyring.key(PLATFORM_TENANT, 'revocations')
  const spare = spareFile(folder, options.writer, spareBytes)
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  let file: FileHandle | undefined
  let path = ''
  let bytes = 0
  let limit = ROLL_BYTES
  let making = spare.make()

  async function fileToWrite(length: number): Promise<FileHandle> {
    if (file && bytes + length <= limit) return file
    await file?.close()
    forgetOldFiles(folder, clock, keepDays)
    path = newJournalFile(folder, clock)
    bytes = 0
    limit = ROLL_BYTES
    file = await open(path, 'ax', 0o600)
    await syncNames(folder)
    return file
  }
  async function write(to: FileHandle, text: string): Promise<void> {
    await to.appendFile(text)
    await to.datasync()
    bytes += text.length
  }
  /** Resolves once it is on disk: on a full one, in the spare file. Lines that were cut off are then there twice. */
  async function append(text: string): Promise<void> {
    try {
      await write(await fileToWrite(text.length), text)
      if (limit === ROLL_BYTES) making = spare.make()
    } catch (error) {
      if (!isFullDisk(error) || text.length > spareBytes) throw error
      const next = newJournalFile(folder, clock)
      const taken = await spare.take(next)
      if (!taken) throw error
      await giveUp()
      file = taken
      path = next
      limit = spareBytes
      await write(taken, text)
    }
  }
  /** A half-written line is the end of its file: the next lines go into another one. Nobody was told of a file's first lines. */
  async function giveUp(): Promise<void> {
    await file?.close().catch(() => undefined)
    if (bytes === 0 && path !== '') await rm(path, { force: true }).catch(() => undefined)
    file = undefined
    path = ''
    bytes = 0
  }
  /** Everything that arrived while the previous lines were being written goes together. */
  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await append(batch.map(w => w.line).join(''))
        for (const { resolve } of batch) resolve()
        onWritten?.()
      } catch (error) {
        await giveUp()
        onFault(error)
        const why = isFullDisk(error) ? 'storage_full' : 'unavailable'
        const problem = new Problem(why, { detail: 'A record cannot be kept', retryAfter: 5, cause: error })
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
      if (entry.expect === 'absent' && limit !== ROLL_BYTES && bytes > limit * FOR_NEW) throw fullForNew()
      const number = randomBytes(12).toString('hex')
      const sealed = seal(key, JSON.stringify(entry), `${JOURNAL_CONTEXT}/${epoch}/${number}`)
      await put({ number, epoch, at: rfc3339(clock.now()), sealed })
      return number
    },
    withdraw(number) {
      put({ withdrawn: number }).catch(() => undefined)
    },
    prepared: making,
    async close() {
      await running
      await making
      await file?.close()
      file = undefined
    },
  }
}

const fullForNew = (): Problem => new Problem('storage_full', { detail: 'The disk is full', retryAfter: 10 })

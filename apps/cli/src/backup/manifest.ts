import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailed } from '../output.ts'
import { Damaged } from './age.ts'
import { MANIFEST_NAME } from './names.ts'
import type { BackupFolder } from './open-backup.ts'

/** The format version of backup folders. */
export const BACKUP_FORMAT = 1
/** Longest line, in characters. */
const MAX_LINE = 1_048_576

/** The first line of a manifest. */
export interface BackupHeader {
  readonly wardline_backup: number
  /** The data folder's format version. */
  readonly data_format: number
  readonly product_version: string
  /** The instant of the databases. RFC 3339. */
  readonly taken_at: string
  readonly archive: 'included' | 'left out'
}

/** A further line: a file and its expected content. */
export interface BackupFile {
  /** Below the backup folder: `data/…` or `archive/…`. */
  readonly path: string
  readonly bytes: number
  /** Lower-case hex. */
  readonly sha256: string
}

/** The last line: proves that nothing before it is missing or changed. */
interface Ending {
  readonly files: number
  readonly bytes: number
  readonly manifest_sha256: string
}

export interface ManifestWriter {
  add(file: BackupFile): Promise<void>
  /** Writes the last line, durably. */
  finish(): Promise<Pick<Ending, 'files' | 'bytes'>>
}

/** Writes a manifest line by line, so that an archive of any size fits. */
export async function createManifest(folder: string, header: BackupHeader): Promise<ManifestWriter> {
  const file = await open(join(folder, MANIFEST_NAME), 'wx', 0o600)
  const digest = createHash('sha256')
  let [files, bytes] = [0, 0]
  const line = async (value: unknown): Promise<void> => {
    const text = `${JSON.stringify(value)}\n`
    digest.update(text)
    await file.write(text)
  }
  await line(header)
  return {
    async add(entry) {
      files++
      bytes += entry.bytes
      await line(entry)
    },
    async finish() {
      await file.write(`${JSON.stringify({ files, bytes, manifest_sha256: digest.digest('hex') } satisfies Ending)}\n`)
      await file.sync()
      await file.close()
      return { files, bytes }
    },
  }
}

/** The first line. @throws CommandFailed if it is not a backup, or was made by a newer release. */
export async function readHeader(backup: BackupFolder): Promise<BackupHeader> {
  for await (const line of linesOf(backup)) {
    const header = parse(line) as Partial<BackupHeader>
    if (typeof header.wardline_backup !== 'number') break
    if (header.wardline_backup > BACKUP_FORMAT)
      throw new CommandFailed('the backup was made by a newer release: restore it with that release')
    return header as BackupHeader
  }
  throw new CommandFailed(`${backup.folder} is not a backup`)
}

/** The files in a manifest, one by one. @throws CommandFailed if it is truncated or was changed. */
export async function* readFiles(backup: BackupFolder): AsyncGenerator<BackupFile> {
  const digest = createHash('sha256')
  let files = 0
  let first = true
  for await (const line of linesOf(backup)) {
    const entry = parse(line) as Partial<BackupFile & Ending>
    if (entry.manifest_sha256 !== undefined) {
      if (entry.files === files && entry.manifest_sha256 === digest.digest('hex')) return
      break
    }
    digest.update(`${line}\n`)
    if (first) first = false
    else {
      files++
      yield checked(entry)
    }
  }
  throw new CommandFailed('the manifest of the backup is damaged')
}

/** A path that leads out of the folder is not ours. */
function checked({ path, bytes, sha256 }: Partial<BackupFile>): BackupFile {
  const sound =
    typeof path === 'string' &&
    /^(?:data|archive)\//.test(path) &&
    path.split('/').every(part => part !== '' && part !== '.' && part !== '..') &&
    typeof bytes === 'number' &&
    /^[0-9a-f]{64}$/.test(sha256 ?? '')
  if (!sound) throw new CommandFailed('the manifest of the backup is damaged')
  return { path, bytes, sha256: sha256 as string }
}

async function* linesOf(backup: BackupFolder): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const piece of backup.pieces(MANIFEST_NAME)) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE) break
      yield* lines
    }
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    throw new CommandFailed('the manifest of the backup is damaged')
  }
  if (rest !== '') yield rest.slice(0, MAX_LINE)
}

function parse(line: string): object {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null) return value
  } catch {}
  throw new CommandFailed('the manifest of the backup is damaged')
}

import { readFileSync } from 'node:fs'
import { evidenceDigest } from '@wardline/alert-projector'
import { auditDigest } from '@wardline/gateway'
import {
  bindingOf,
  type Checkpoint,
  createHistoryCheck,
  type HistoryFault,
  type HistoryKey,
  historyKey,
  type LoggedRecord,
} from '@wardline/transparency'
import { CommandFailed } from '../output.ts'
import { type LogName, linesOf, savedFiles } from './saved-history.ts'
import { createStampCheck, type StampFinding } from './verify-stamps.ts'

/** The result of checking a saved log. */
export interface HistoryFinding extends StampFinding {
  readonly log: LogName
  readonly state: 'ok' | 'bad' | 'unsigned'
  readonly records: number
  /** Records up to here are covered by a signature. */
  readonly signed: number
  /** The public key that it was checked with, and whether the user named it. */
  readonly key: string
  readonly key_from: 'given' | 'saved' | 'nowhere'
  /** Restores that removed records, newest last. */
  readonly restores: readonly string[]
}

/**
 * @param keys verifier keys known from elsewhere @param kept checkpoints known from elsewhere
 * @param tsaRoots PEM of time stamp authorities
 */
export async function verifyHistory(
  folder: string,
  log: LogName,
  keys: readonly string[],
  kept: readonly string[],
  tsaRoots: string | undefined,
): Promise<HistoryFinding> {
  const files = savedFiles(folder, log)
  const saved = readKey(files.key)
  const given = keys.find(key => key.split('+')[0]?.endsWith(`/${log}`))
  const verifierKey = given ?? saved
  const key = verifierKey === undefined ? undefined : historyKey(verifierKey)
  const check = createHistoryCheck()
  const checkpoints: Checkpoint[] = []
  const stamps = createStampCheck(tsaRoots)
  for await (const shownCheckpoint of linesOf(files.checkpoints)) {
    const { note, size } = shownCheckpoint
    await stamps.add(shownCheckpoint)
    const checkpoint = key?.open(String(note))
    if (checkpoint && checkpoint.size === size) checkpoints.push(checkpoint)
    else check.unsigned(Number(size))
  }
  const newest = checkpoints.reduce<Checkpoint | undefined>((a, b) => (a && a.size > b.size ? a : b), undefined)
  const restores = newest?.restores ?? []
  const foreign: HistoryFault[] = []
  for (const checkpoint of [...checkpoints, ...ofLog(key, log, kept)]) {
    const binding = bindingOf(checkpoint, restores)
    if (binding === 'binding') check.expect(checkpoint)
    else if (binding === 'foreign') foreign.push({ fault: 'root', position: 1, size: checkpoint.size })
  }
  let place = 0
  for await (const record of linesOf(files.records)) check.add(shown(log, record, ++place))
  const stamped = stamps.end()
  const faults = [...foreign, ...check.end(), ...stamped.faults]
  return {
    log,
    state: faults.length > 0 ? 'bad' : newest ? 'ok' : 'unsigned',
    records: check.size,
    signed: newest?.size ?? 0,
    key: verifierKey ?? '-',
    key_from: given !== undefined ? 'given' : saved !== undefined ? 'saved' : 'nowhere',
    restores: restores.map(r => r.restoreId),
    ...stamped,
    faults,
  }
}

function readKey(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text === '' ? undefined : text
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** The user's kept checkpoints of this log. @throws CommandFailed for one that is not signed by its key */
function ofLog(key: HistoryKey | undefined, log: LogName, kept: readonly string[]): Checkpoint[] {
  return kept
    .filter(note => (note.split('\n')[0] ?? '').split('/')[2] === log)
    .map(note => {
      const checkpoint = key?.open(note)
      if (!checkpoint) throw new CommandFailed(`a kept checkpoint of ${log} is not signed by the key`)
      return checkpoint
    })
}

/** A record as the API shows it to any role. Evidence has no position of its own, so its place in the list is used. */
function shown(log: LogName, record: Readonly<Record<string, unknown>>, place: number): LoggedRecord {
  const base = { digest: String(record.digest), previousDigest: record.previous_digest as string | null }
  try {
    return log === 'audit'
      ? {
          ...base,
          id: String(record.audit_id),
          position: Number(record.position),
          computed: auditDigest(record as unknown as Parameters<typeof auditDigest>[0]),
        }
      : {
          ...base,
          id: String(record.evidence_id),
          position: place,
          computed: evidenceDigest(record as unknown as Parameters<typeof evidenceDigest>[0]),
        }
  } catch {
    // A record without a canonical form can never have had a digest.
    return { ...base, id: '', position: place, computed: undefined }
  }
}

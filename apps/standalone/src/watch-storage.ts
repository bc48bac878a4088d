import {
  type EmbeddedEngines,
  isLow,
  isOutOfRoom,
  mib,
  missingForLogs,
  type StorageStatus,
} from '@wardline/engines-embedded'
import { Problem, StartFault } from '@wardline/kernel'
import type { Alarms } from '@wardline/service-kit'
import type { StandaloneConfig } from './config.ts'

const EVERY_MS = 1_000

export interface StorageWatch {
  /** What an operator must know of the storage; undefined when there is room. */
  remark(): string | undefined
  stop(): void
}

/** Looks at the storage every second: raises its alarms and says what is wrong. */
export async function watchStorage(
  engines: { storage(): Promise<StorageStatus> },
  alarms: Alarms,
): Promise<StorageWatch> {
  let full: string | undefined
  let low = false

  async function look(): Promise<void> {
    const s = await engines.storage()
    full = fullness(s)
    if (full === undefined) alarms.clear('storage_full')
    else alarms.raise('storage_full', { why: s.level === 'enough' ? 'quota' : s.level })
    low = isLow(s.freeBytes, s.reserveBytes, low)
    if (low) alarms.raise('storage_low')
    else alarms.clear('storage_low')
  }
  await look()
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS).unref()
  return { remark: () => full, stop: () => clearInterval(timer) }
}

/** The one line about a storage that is full, with what to do. */
function fullness({ level, freeBytes, reserveBytes, busBytes, busQuotaBytes }: StorageStatus): string | undefined {
  const goal = mib(missingForLogs(freeBytes, reserveBytes))
  if (level === 'reserve_only')
    return `storage_full: only heartbeats, enrolments, revocations and audit records are written, from the reserve; free ${goal} on the disk of the data folder, or enlarge it`
  if (level === 'logs_refused')
    return `storage_full: logs are refused; free ${goal} on the disk of the data folder, or enlarge it`
  if (busBytes >= busQuotaBytes)
    return 'storage_full: logs are refused; the event log has reached WARDLINE_BUS_QUOTA_MIB'
  return undefined
}

/** Writes a small file at the start. On a full disk it gets room out of the reserve, once more if that is used up. */
export async function writeAtStart({ atStart }: Pick<EmbeddedEngines, 'atStart'>, write: () => void): Promise<void> {
  try {
    write()
  } catch (error) {
    if (!isOutOfRoom(error)) throw error
    await atStart.moreRoom()
    write()
  }
}

/** The error of a start that failed because the disk is full, with what to do; any other error as it is. */
export function whatToFree(error: unknown, config: StandaloneConfig): unknown {
  if (!isOutOfRoom(error) && !(error instanceof Problem && error.code === 'storage_full')) return error
  return new StartFault(
    `the disk of the data folder is full, and there is no reserve left: free ${2 * config.WARDLINE_DISK_RESERVE_MIB} MiB on the disk of ${config.WARDLINE_DATA_DIR}, or enlarge it`,
    { cause: error },
  )
}

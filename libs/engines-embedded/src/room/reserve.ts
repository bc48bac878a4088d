import { isOutOfRoom, storageProblem } from '../sqlite/faults.ts'
import { bytesOf } from '../sqlite/preallocate.ts'
import { type DiskRoom, isLow } from './disk-room.ts'
import type { RegistrySpace } from './registry-space.ts'
import type { ReserveFile } from './reserve-file.ts'

const MIB = 1_048_576
/** How much is reserved at a time: nothing else is written meanwhile. */
const STEP = MIB
/** Free bytes that are left alone: a step writes to the log and to the file. */
const LEFT_ALONE = 4 * MIB
/**
 * What a start needs beyond the registry's log: 32 KiB for each database that it opens, and a sixteenth of the reserve
 * for the journal's spare file if a revocation has used the last one.
 */
const startBytes = (total: number): number => Math.min(8 * MIB, Math.max(2 * MIB, total / 8))
/** More than is missing, because others write too. */
const SPILL = 256 * 1024
/** A log is cut to 64 MiB when it is begun anew. */
const MAX_LOG = 64 * MIB
/** A write changes fewer bytes of the file than this. */
const LOG_PER_WRITE = 128 * 1024

/** The parts of the reserve, in bytes. */
export interface ReserveParts {
  /** Of the registry's log. */
  readonly log: number
  /** Rows of zeros, or free pages, in the registry's file. */
  readonly pages: number
  /** {@link ReserveFile} */
  readonly start: number
}

export function reserveParts(total: number): ReserveParts {
  const log = Math.min(MAX_LOG, total / 8)
  const pages = total / 2
  return { log, pages, start: total - log - pages }
}

/**
 * What is kept on disk for the writes that must go on when the disk is full (docs/operating.md, "Disk full"). It is
 * taken when there is room, and really on disk, so it holds whoever fills the disk.
 */
export interface Reserve {
  /** Takes the next step towards its full size. Returns whether there is more to do. */
  keep(): boolean
  /** The same for the log alone. */
  keepLog(): boolean
  /** All that is free for the part that a start needs: when nothing else is written, or a start is over. */
  keepFile(): void
  /** Gives back to the disk, if it is full, as much as a start needs: one that takes long may need it again. */
  giveFile(): void
  /** Whether an essential write may use it. New documents may not use its last quarter, which changes may. */
  admits(isNew: boolean): boolean
  /** The most writes of one round while only the reserve is written: what the log has room for. */
  readonly maxWrites: number
  /** Before a round: gives it what it may need of the reserve if `only` that may be written. */
  prepare(only: boolean): void
  /** After a write that found no room: makes room in the log, and leaves only the reserve to be written. */
  makeRoom(): void
  /** Does `work`, which may be done twice: without room for it, it makes some. @throws Problem `storage_full` */
  withRoom(work: () => void): void
  /** Bytes that it has, and should have. */
  held(): number
  readonly total: number
}

interface Parts {
  /** The registry's. */
  readonly log: string
  readonly total: number
  readonly room: DiskRoom
  readonly space: RegistrySpace
  readonly file: ReserveFile
}

export function createReserve({ log, total, room, space, file }: Parts): Reserve {
  const want = reserveParts(total)
  const maxWrites = Math.max(1, Math.floor(want.log / LOG_PER_WRITE))

  const growLog = (): boolean => {
    const bytes = bytesOf(log)
    if (bytes >= want.log) return false
    space.enlargeLog(Math.min(want.log, bytes + STEP))
    return true
  }
  const growPages = (): boolean => {
    if (space.held() >= want.pages) return false
    space.mayGrow(true)
    space.grow()
    return true
  }
  const growFile = (): boolean => {
    const lacks = want.start - file.bytes
    if (lacks > 0) file.grow(Math.min(STEP, lacks))
    return lacks > 0
  }
  const ifRoom = (step: () => boolean): boolean => {
    if (total === 0 || room.free() < LEFT_ALONE) return false
    try {
      return step()
    } catch (fault) {
      // What it did not get now it gets later: that is no reason to refuse anything.
      if (!isOutOfRoom(fault)) throw fault
      return false
    }
  }
  /**
   * At most a second passes between two of these: so much of the file may be in the log alone when the disk is full. While
   * much is free, the log's own size decides when it is emptied, which costs less.
   */
  const settle = (): boolean => {
    if (isLow(room.free(), total) && space.lacks() > 0) space.emptyLog()
    return false
  }
  function shrinkLog(): void {
    try {
      space.emptyLog()
    } catch (fault) {
      if (!isOutOfRoom(fault)) throw fault
      // The log holds pages that the file has no room for yet: the part for starts gives it to them.
      file.giveUp(space.lacks() + SPILL)
      try {
        space.emptyLog()
      } catch (again) {
        if (!isOutOfRoom(again)) throw again
      }
    }
  }
  function prepare(only: boolean): void {
    if (total === 0) return
    space.mayGrow(!only)
    if (!only) return
    try {
      space.release(want.log)
    } catch (fault) {
      if (!isOutOfRoom(fault)) throw fault
      room.failed()
      shrinkLog()
      space.release(want.log)
    }
  }
  function makeRoom(): void {
    room.failed()
    shrinkLog()
    prepare(true)
  }
  function withRoom(work: () => void): void {
    try {
      work()
    } catch (fault) {
      if (!isOutOfRoom(fault)) throw fault
      try {
        makeRoom()
        work()
      } catch (again) {
        throw storageProblem(again)
      }
    }
  }
  return {
    keep: () => ifRoom(() => settle() || growLog() || growPages() || growFile()),
    keepLog: () => ifRoom(growLog),
    keepFile() {
      if (file.bytes >= want.start) return
      try {
        file.grow(want.start - file.bytes)
      } catch (fault) {
        // It has what fitted.
        if (!isOutOfRoom(fault)) throw fault
      }
    },
    giveFile() {
      if (room.level() === 'reserve_only') file.giveUp(startBytes(total))
    },
    admits: isNew => total === 0 || space.held() >= want.pages * (isNew ? 0.25 : 0.05),
    maxWrites,
    prepare,
    makeRoom,
    withRoom,
    held: () =>
      Math.min(want.log, bytesOf(log)) + Math.min(want.pages, space.held()) + Math.min(want.start, file.bytes),
    total,
  }
}

/**
 * Before anything in the folder is opened: if the disk is full, gives back as much as a start needs.
 * @returns whether the disk is full
 */
export function makeRoomToStart({ log, total, room, file }: Omit<Parts, 'space'>): boolean {
  if (total === 0 || room.level() !== 'reserve_only') return false
  const need = startBytes(total) + Math.max(0, reserveParts(total).log - bytesOf(log))
  file.giveUp(Math.max(0, need - room.free()))
  return true
}

import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../sqlite/database.ts'
import { filesOf, logOf } from '../sqlite/database-files.ts'
import { bytesOf } from '../sqlite/preallocate.ts'
import { openTopicFile, type Run, type TopicFile } from './topic-file.ts'

const NAME = /^(\d{4}-\d{2}-\d{2})\.(\d{16})\.sqlite$/
/** Files of past days that a topic keeps open for groups that are behind. */
const MAX_OPEN = 2

interface Segment {
  readonly day: string
  /** Offset of the file's first event; also in its name, so that opening a topic opens only its newest file. */
  readonly base: number
  readonly path: string
}

/** One topic: a file per day, the newest of them written. Offsets continue from file to file. */
export interface TopicLog {
  readonly start: number
  readonly end: number
  /** Bytes on disk, the newest file's approximately. */
  readonly bytes: number
  append(day: string, count: number, body: string): void
  commit(): void
  rollback(): void
  read(offset: number, max: number, maxBytes: number): Run | undefined
  /**
   * Removes the oldest file when its day is before `beforeDay` and all its events are before `passed`. If it is the one
   * that is written to, a new and empty one for `today` takes its place: a quiet topic must not keep its last events.
   */
  dropOldest(beforeDay: string, passed: number, today: string): boolean
  /** Whether the oldest file is old enough to remove, but some group has not read past it. */
  overdue(beforeDay: string, passed: number): boolean
  close(): void
}

export function openTopicLog(folder: string): TopicLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const segments: Segment[] = readdirSync(folder)
    .map(name => ({ name, match: NAME.exec(name) }))
    .flatMap(({ name, match }) =>
      match ? [{ day: match[1] as string, base: Number(match[2]), path: join(folder, name) }] : [],
    )
    .sort((a, b) => a.base - b.base || (a.day < b.day ? -1 : 1))
  const older = new Map<Segment, TopicFile>()
  let active = segments.at(-1)
  let writer = active && openTopicFile(active.path, active.base)
  let sealedBytes = segments.slice(0, -1).reduce((sum, s) => sum + sizeOf(s), 0)
  let activeBytes = active ? sizeOf(active) : 0
  /** Where the next event goes, counting uncommitted ones. */
  let next = writer?.end ?? 0

  const writerFor = (day: string): TopicFile => {
    // Never go back to an older day: when the clock is set back, the newest file is used.
    if (writer && active && active.day >= day) return writer
    const empty = writer && active && writer.end === active.base ? active : undefined
    // In this order, so that if the disk fails at any step, the older file stays in use.
    writer?.commit()
    const made: Segment = { day, base: next, path: join(folder, `${day}.${String(next).padStart(16, '0')}.sqlite`) }
    const opened = openTopicFile(made.path, made.base)
    if (writer && active) {
      writer.close()
      sealedBytes += sizeOf(active)
    }
    segments.push(made)
    active = made
    writer = opened
    activeBytes = 0
    // An empty file of an older day would have the new events removed too early.
    if (empty) remove(empty)
    return writer
  }
  const remove = (segment: Segment): void => {
    sealedBytes -= sizeOf(segment)
    for (const file of filesOf(segment.path)) rmSync(file, { force: true })
    syncFolder(folder)
    segments.splice(segments.indexOf(segment), 1)
  }
  const fileOf = (segment: Segment): TopicFile => {
    if (segment === active && writer) return writer
    const open = older.get(segment) ?? openTopicFile(segment.path, segment.base)
    older.delete(segment)
    older.set(segment, open)
    for (const [stale, file] of older) {
      if (older.size <= MAX_OPEN) break
      older.delete(stale)
      file.close()
    }
    return open
  }
  const isDue = (beforeDay: string): boolean => {
    const oldest = segments[0]
    return oldest !== undefined && oldest !== active && oldest.day < beforeDay
  }

  return {
    get start() {
      return segments[0]?.base ?? 0
    },
    get end() {
      return writer?.end ?? 0
    },
    get bytes() {
      return sealedBytes + activeBytes
    },
    append(day, count, body) {
      writerFor(day).append(next, count, body)
      next += count
      activeBytes += body.length
    },
    commit: () => writer?.commit(),
    rollback() {
      writer?.rollback()
      next = writer?.end ?? 0
    },
    read(offset, max, maxBytes) {
      let i = segments.findLastIndex(s => s.base <= offset)
      for (; i >= 0 && i < segments.length; i++) {
        const segment = segments[i] as Segment
        const run = fileOf(segment).read(Math.max(offset, segment.base), max, maxBytes)
        if (run) return run
      }
      return undefined
    },
    dropOldest(beforeDay, passed, today) {
      const quiet = active && writer && segments.length === 1 && active.day < beforeDay && writer.end > active.base
      if (quiet && writer && writer.end <= passed) writerFor(today)
      const [oldest, following] = segments
      if (!oldest || !following || !isDue(beforeDay) || following.base > passed) return false
      older.get(oldest)?.close()
      older.delete(oldest)
      remove(oldest)
      return true
    },
    overdue: (beforeDay, passed) => isDue(beforeDay) && (segments[1]?.base ?? 0) > passed,
    close() {
      for (const file of older.values()) file.close()
      writer?.close()
    },
  }
}

const sizeOf = ({ path }: Segment): number => bytesOf(path) + bytesOf(logOf(path))

import { join } from 'node:path'
import { KINDS, topicOf } from '@wardline/events'
import { type Clock, DAY_MS, startOf } from '@wardline/kernel'
import type { RoomLevel } from '../room/disk-room.ts'
import { type EmbeddedSettings, retentionByTopic } from '../settings.ts'
import { storageFull } from '../sqlite/faults.ts'
import type { Run } from './topic-file.ts'
import { openTopicLog, type TopicLog } from './topic-log.ts'

/** Events of one topic as one text, a line each. */
export interface Lines {
  readonly topic: string
  readonly count: number
  readonly body: string
}

export interface TopicStatus {
  readonly topic: string
  readonly bytes: number
  readonly start: number
  readonly end: number
  /** The oldest file is past its age, but a group has not read past it. */
  readonly overdue: boolean
}

/** Where a topic is. */
export interface TopicPlace {
  readonly topic: string
  readonly start: number
  readonly end: number
  /** The position of the slowest group; Infinity without one. */
  readonly passed: number
  /** When what is on it now is removed at the latest, if every group reads on (milliseconds since the epoch). */
  readonly keptUntil: number
}

/** The topics on disk. Events are staged, then committed: one transaction per topic for everything that was staged. */
export interface BusStore {
  /**
   * @throws Problem `storage_full`: the disk has too little room for this topic, or the quota is reached. Raw logs are
   * refused first, so that what was accepted can still be stored.
   */
  admit(topic: string, room: RoomLevel): void
  /** Bytes on disk, of all topics. */
  readonly bytes: number
  stage(lines: Lines): void
  /**
   * Makes everything staged durable. Returns the topics for which that failed, with the reason; nothing of these is
   * kept.
   */
  commit(): Map<string, Error>
  read(topic: string, offset: number, max: number, maxBytes: number): Run | undefined
  start(topic: string): number
  end(topic: string): number
  /**
   * Unlinks one file that is past its age and passed by every group; false when there is none. `passed`: the position
   * of the slowest group.
   */
  dropOne(passed: (topic: string) => number): boolean
  status(passed: (topic: string) => number): TopicStatus[]
  places(passed: (topic: string) => number): TopicPlace[]
  close(): void
}

const YIELDS = topicOf('log.event.received')

export function openBusStore(folder: string, settings: EmbeddedSettings, clock: Clock): BusStore {
  const retention = retentionByTopic(settings.retention)
  const topics = new Map<string, TopicLog>()
  for (const kind of KINDS) topics.set(topicOf(kind), openTopicLog(join(folder, topicOf(kind))))
  const staged = new Set<string>()
  const failed = new Map<string, Error>()

  const topicLog = (topic: string): TopicLog => {
    const known = topics.get(topic)
    if (known) return known
    if (!retention.has(topic)) throw new Error('no such topic')
    const made = openTopicLog(join(folder, topic))
    topics.set(topic, made)
    return made
  }
  const allBytes = (): number => [...topics.values()].reduce((sum, log) => sum + log.bytes, 0)
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
  const firstKeptDay = (topic: string): string => dayOf(clock.now() - (retention.get(topic) ?? 0))

  return {
    admit(topic, room) {
      if (room === 'reserve_only' || (room === 'logs_refused' && topic === YIELDS))
        throw storageFull('the disk is full')
      topicLog(topic)
      if (topic === YIELDS && allBytes() >= settings.busQuotaBytes) throw storageFull('the event log is full')
    },
    get bytes() {
      return allBytes()
    },
    stage({ topic, count, body }) {
      if (failed.has(topic)) return
      staged.add(topic)
      try {
        topicLog(topic).append(dayOf(clock.now()), count, body)
      } catch (fault) {
        failed.set(topic, fault as Error)
      }
    },
    commit() {
      for (const topic of staged) {
        const log = topicLog(topic)
        try {
          if (!failed.has(topic)) log.commit()
        } catch (fault) {
          failed.set(topic, fault as Error)
        }
        if (failed.has(topic)) log.rollback()
      }
      const result = new Map(failed)
      staged.clear()
      failed.clear()
      return result
    },
    read: (topic, offset, max, maxBytes) => topicLog(topic).read(offset, max, maxBytes),
    start: topic => topicLog(topic).start,
    end: topic => topicLog(topic).end,
    dropOne: passed =>
      [...topics].some(([topic, log]) =>
        log.dropOldest(firstKeptDay(topic), Math.min(passed(topic), log.end), dayOf(clock.now())),
      ),
    status: passed =>
      [...topics].map(([topic, log]) => ({
        topic,
        bytes: log.bytes,
        start: log.start,
        end: log.end,
        overdue: log.overdue(firstKeptDay(topic), passed(topic)),
      })),
    places: passed =>
      [...topics].map(([topic, log]) => ({
        topic,
        start: log.start,
        end: log.end,
        passed: passed(topic),
        // A file holds a day, and is removed by the first maintenance after the end of that day is old enough.
        keptUntil: startOf(clock.now(), DAY_MS) + DAY_MS + (retention.get(topic) ?? 0) + settings.maintenanceMs,
      })),
    close() {
      for (const log of topics.values()) log.close()
    },
  }
}

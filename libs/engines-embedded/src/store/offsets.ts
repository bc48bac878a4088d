import { type FileFormat, inTransaction, openDatabase } from '../sqlite/database.ts'

const FORMAT: FileFormat = {
  version: 1,
  schema: `CREATE TABLE places (grp TEXT NOT NULL, topic TEXT NOT NULL, next INTEGER NOT NULL, PRIMARY KEY (grp, topic))
    WITHOUT ROWID`,
  // If a power cut undoes a position, an event is handled twice, which every handler must tolerate: so positions have
  // no fsync of their own.
  pragmas: 'PRAGMA synchronous = NORMAL',
}

/** How far each group is on each topic: the offset of the first event that it has not handled. */
export interface Offsets {
  /** Where the group continues; `first` for a new group, which is then registered. */
  join(group: string, topic: string, first: number): number
  place(group: string, topic: string): number
  move(group: string, topic: string, next: number): void
  /** The position of the slowest group; Infinity if the topic has no group. */
  hindmost(topic: string): number
  readonly dirty: boolean
  /** Writes the positions that have changed. */
  save(): void
  close(): void
}

export function openOffsets(path: string): Offsets {
  const db = openDatabase(path, FORMAT)
  const upsert = db.prepare('INSERT OR REPLACE INTO places (grp, topic, next) VALUES (?, ?, ?)')
  const places = new Map<string, Map<string, number>>()
  const moved = new Map<string, readonly [group: string, topic: string]>()
  const groupsOf = (topic: string): Map<string, number> => {
    const known = places.get(topic)
    if (known) return known
    const made = new Map<string, number>()
    places.set(topic, made)
    return made
  }
  for (const row of db.prepare('SELECT grp, topic, next FROM places').iterate())
    groupsOf(row.topic as string).set(row.grp as string, Number(row.next))

  const move = (group: string, topic: string, next: number): void => {
    groupsOf(topic).set(group, next)
    moved.set(`${group}\n${topic}`, [group, topic])
  }
  return {
    join(group, topic, first) {
      const known = groupsOf(topic).get(group)
      const next = Math.max(known ?? first, first)
      if (next !== known) move(group, topic, next)
      return next
    },
    place: (group, topic) => groupsOf(topic).get(group) ?? 0,
    move,
    hindmost: topic => Math.min(...groupsOf(topic).values()),
    get dirty() {
      return moved.size > 0
    },
    save() {
      inTransaction(db, () => {
        for (const [group, topic] of moved.values()) upsert.run(group, topic, groupsOf(topic).get(group) ?? 0)
      })
      moved.clear()
    },
    close: () => db.close(),
  }
}

import { type GroupPlace, placeAt, placeFrom, placeFromStart, placeStart, placeText } from '@wardline/ports'
import { type FileFormat, inTransactionOnceMore, openSmallDatabase } from '../sqlite/database.ts'

/** `behind`: the tenants that are further behind (`placeText`), empty when there are none. */
const FORMAT: FileFormat = {
  version: 2,
  schema: `CREATE TABLE places (grp TEXT NOT NULL, topic TEXT NOT NULL, next INTEGER NOT NULL,
    behind TEXT NOT NULL DEFAULT '', PRIMARY KEY (grp, topic)) WITHOUT ROWID`,
  migrations: ["ALTER TABLE places ADD COLUMN behind TEXT NOT NULL DEFAULT ''"],
  // If a power cut undoes a position, an event is handled twice, which every handler must tolerate: so positions have
  // no fsync of their own.
  pragmas: 'PRAGMA synchronous = NORMAL',
}

/** How far each group is on each topic. */
export interface Offsets {
  /** Registers a new group at `first`, and moves one forward that is before it. */
  join(group: string, topic: string, first: number): void
  place(group: string, topic: string): GroupPlace
  move(group: string, topic: string, place: GroupPlace): void
  /** The position of the slowest group, of all or of these; Infinity if none of them reads the topic. */
  hindmost(topic: string, of?: readonly string[]): number
  readonly dirty: boolean
  /** Writes the positions that have changed. */
  save(): void
  close(): void
}

export function openOffsets(path: string): Offsets {
  const db = openSmallDatabase(path, FORMAT)
  const upsert = db.prepare('INSERT OR REPLACE INTO places (grp, topic, next, behind) VALUES (?, ?, ?, ?)')
  const places = new Map<string, Map<string, GroupPlace>>()
  const moved = new Map<string, readonly [group: string, topic: string]>()
  const groupsOf = (topic: string): Map<string, GroupPlace> => {
    const known = places.get(topic)
    if (known) return known
    const made = new Map<string, GroupPlace>()
    places.set(topic, made)
    return made
  }
  for (const row of db.prepare('SELECT grp, topic, next, behind FROM places').iterate())
    groupsOf(row.topic as string).set(row.grp as string, placeFrom(Number(row.next), row.behind as string))

  const move = (group: string, topic: string, place: GroupPlace): void => {
    groupsOf(topic).set(group, place)
    moved.set(`${group}\n${topic}`, [group, topic])
  }
  return {
    join(group, topic, first) {
      const known = groupsOf(topic).get(group)
      const place = known ? placeFromStart(known, first) : placeAt(first)
      if (place !== known) move(group, topic, place)
    },
    place: (group, topic) => groupsOf(topic).get(group) ?? placeAt(0),
    move,
    hindmost: (topic, of) =>
      Math.min(...[...groupsOf(topic)].filter(([group]) => !of || of.includes(group)).map(([, p]) => placeStart(p))),
    get dirty() {
      return moved.size > 0
    },
    save() {
      inTransactionOnceMore(db, () => {
        for (const [group, topic] of moved.values()) {
          const place = groupsOf(topic).get(group) ?? placeAt(0)
          upsert.run(group, topic, placeStart(place), placeText(place))
        }
      })
      moved.clear()
    },
    close: () => db.close(),
  }
}

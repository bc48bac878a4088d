import { type Document, defineCollection } from './collection.ts'

/** The latest time that any gateway has seen, kept under the platform tenant. `id` is `gateway`. */
export interface ClockMarkDoc extends Document {
  /** Milliseconds since the epoch. */
  readonly high_water: number
}

export const clockMarks = defineCollection<ClockMarkDoc>({
  name: 'clock_marks',
  owner: 'gateway',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})

import { readTimeStamp, TimeStampFault } from '@wardline/pki/time-stamps'
import type { HistoryFault } from '@wardline/transparency'

/** What the time stamps of a saved log turned out to be. */
export interface StampFinding {
  /** Records up to here are stamped: the size of the longest checkpoint with a stamp that holds. */
  readonly stamped: number
  /** When that was. */
  readonly stamped_at: string | null
  /** Whose they are: `authority` leads to one that was named, `anybody` was not verified against an authority. */
  readonly stamps_from: 'authority' | 'anybody' | 'nowhere'
  readonly faults: readonly HistoryFault[]
}

export interface StampCheck {
  /** A checkpoint as the API shows it, with or without a stamp. */
  add(shown: Readonly<Record<string, unknown>>): Promise<void>
  end(): StampFinding
}

interface Held {
  readonly size: number
  readonly signedAt: string
  readonly at: number
}

/** @param roots PEM of the authorities that stamps have to lead to; without them a stamp may be anybody's */
export function createStampCheck(roots: string | undefined): StampCheck {
  const held: Held[] = []
  const faults: HistoryFault[] = []
  return {
    async add({ size, note, signed_at, timestamp }) {
      if (timestamp === undefined || timestamp === null) return
      const { at, authority, token } = timestamp as Readonly<Record<string, unknown>>
      try {
        const found = await readTimeStamp(Buffer.from(String(token), 'base64'), Buffer.from(String(note)), roots)
        // What is shown beside the token is what the token says.
        if (found.at === Date.parse(String(at)) && found.authority === authority)
          held.push({ size: Number(size), signedAt: String(signed_at), at: found.at })
        else faults.push({ fault: 'stamp', size: Number(size) })
      } catch (error) {
        if (!(error instanceof TimeStampFault)) throw error
        faults.push({ fault: 'stamp', size: Number(size) })
      }
    },
    end() {
      // After a restore there may be two of one size.
      held.sort((a, b) => a.size - b.size || (a.signedAt < b.signedAt ? -1 : 1))
      const backwards = held.flatMap(({ size, at }, i): HistoryFault[] =>
        at < (held[i - 1]?.at ?? at) ? [{ fault: 'stamp_order', size }] : [],
      )
      const newest = held.at(-1)
      return {
        stamped: newest?.size ?? 0,
        stamped_at: newest ? new Date(newest.at).toISOString() : null,
        stamps_from: !newest ? 'nowhere' : roots === undefined ? 'anybody' : 'authority',
        faults: [...faults, ...backwards],
      }
    },
  }
}

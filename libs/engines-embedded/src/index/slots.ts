/**
 * The place of an event in its partition. A slot is a 64-bit row id: a key made of the event time (43 bits) and a rank
 * (21 bits) that follows the event id, so that rows in slot order are almost in the order of a search: by time, ties by
 * id. Almost: events whose ids begin alike may have to move up a few slots ({@link MAX_SHIFT}), and if even that is not
 * enough, a key is *crowded* and its rows are unordered. Searches correct both.
 */
const RANK_BITS = 21n
const RANKS = 1n << RANK_BITS

/** How many slots above its home an event may be. */
export const MAX_SHIFT = 64n

/** Up to here (the year 2096, and back to 1843) a key is the time in milliseconds; beyond, some 1,024 ms share one, so that the years 0001 and 9999 fit. */
const LINEAR = 4_000_000_000_000
const COARSE = 1024
const LAST_KEY = 2 ** 42 - 1
const LAST_TIME = 8_640_000_000_000_000

export function keyOfTime(ms: number): number {
  const size = Math.abs(ms)
  if (size < LINEAR) return Math.floor(ms)
  return Math.sign(ms) * Math.min(LINEAR + Math.floor((size - LINEAR) / COARSE), LAST_KEY)
}

/** Whether several times share the key. */
export const isCoarse = (key: number): boolean => Math.abs(key) >= LINEAR

/** The first and last time of a key. */
export function timesOfKey(key: number): readonly [first: number, last: number] {
  if (!isCoarse(key)) return [key, key]
  const near = LINEAR + (Math.abs(key) - LINEAR) * COARSE
  const far = Math.abs(key) >= LAST_KEY ? LAST_TIME : near + COARSE - 1
  return key > 0 ? [near, far] : [-far, -near]
}

export const firstSlot = (key: number): bigint => BigInt(key) * RANKS
export const lastSlot = (key: number): bigint => BigInt(key) * RANKS + RANKS - 1n
export const keyOfSlot = (slot: bigint): number => Number(slot >> RANK_BITS)

/** The slot of an event if it were alone. Ids in order have homes in order, not always different ones. */
export const homeSlot = (key: number, eventId: string): bigint => firstSlot(key) + BigInt(rankOf(eventId) * 2)

const PREFIX = 'evt_'
const CHARACTERS = 4

/** 20 bits that follow the order of ids: five for each of the first characters after the prefix. */
function rankOf(eventId: string): number {
  if (!eventId.startsWith(PREFIX)) return eventId < PREFIX ? 0 : 2 ** (5 * CHARACTERS) - 1
  let rank = 0
  for (let i = 0; i < CHARACTERS; i++) {
    const code = eventId.charCodeAt(PREFIX.length + i)
    const digit = Number.isNaN(code) ? -1 : base32Order(code)
    if (Number.isInteger(digit) && digit >= 0) {
      rank = rank * 32 + digit
      continue
    }
    // Not a base32 character: everything that begins with it goes between the neighbours, at the upper end of the lower
    // one.
    const places = 32 ** (CHARACTERS - i)
    return digit < 0 ? rank * places : (rank * 32 + Math.floor(digit) + 1) * (places / 32) - 1
  }
  return rank
}

/** 0 to 31 in ASCII order for `2-7a-z`; in between, or -1 below all, for others. */
function base32Order(code: number): number {
  if (code < 50) return -1
  if (code <= 55) return code - 50
  if (code < 97) return 5.5
  return code <= 122 ? code - 91 : 31.5
}

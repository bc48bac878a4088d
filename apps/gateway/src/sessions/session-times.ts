/** A session ends this long after its last use… */
export const IDLE_MS = 30 * 60_000
/** …and this long after the sign-in, however much it is used. */
export const ABSOLUTE_MS = 12 * 3_600_000
/** Its use is recorded this often, not with every request. */
export const NOTE_MS = 60_000
/** The most sessions of one principal. */
export const MAX_SESSIONS = 50

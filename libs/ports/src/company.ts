/**
 * How much one turn may be, for all partitions whose turns are taken one after another: a tenant that another one waits
 * for, on whatever partition, gets a part of a turn; and where events take long, a turn is smaller than it might be.
 */
export interface Company {
  /** Most events of one turn. */
  most(): number
  /** Most events of one tenant, where more of its events wait. */
  quota(tenants: readonly string[]): number
  /** Whether one tenant has had all turns for a while. */
  alone(): boolean
  /** Takes note of whose events were handled in a turn. */
  took(tenants: ReadonlySet<string>): void
  /** Takes note of how long a turn took. Without it, turns have the size that was asked for. */
  lasted(events: number, ms: number): void
}

export interface CompanyOptions {
  /** Most events of one turn. */
  readonly max: number
  /**
   * A tenant's part of a full turn while others have events too: a quarter by default. Others wait for that long; but
   * small turns cost more for each event.
   */
  readonly share?: number | undefined
}

const SHARE = 1 / 4
/** A tenant that has had this many turns in a row is alone, and gets whole turns. */
const ALONE_TURNS = 32
/** What a turn may take, and what a tenant's part may take while others wait. */
const TURN_MS = 500
const PART_MS = 250
/** However long they take, this part of a full turn is handled at once. */
const LEAST = 1 / 64

export function createCompany({ max, share = SHARE }: CompanyOptions): Company {
  let sameTenant = ALONE_TURNS
  let lastTenant: string | undefined
  let msPerEvent = 0

  const within = (ms: number, most: number): number =>
    Math.max(1, Math.min(Math.floor(most), Math.max(Math.ceil(max * LEAST), Math.floor(ms / msPerEvent))))
  const most = (): number => within(TURN_MS, max)
  const alone = (): boolean => sameTenant >= ALONE_TURNS

  return {
    most,
    quota(tenants) {
      const known = lastTenant === undefined || tenants.every(tenant => tenant === lastTenant)
      return alone() && known ? most() : within(PART_MS, max * share)
    },
    alone,
    took(tenants) {
      const [first] = tenants
      if (first === undefined) return
      sameTenant = tenants.size === 1 && (lastTenant ?? first) === first ? sameTenant + 1 : 0
      lastTenant = first
    },
    lasted(events, ms) {
      if (events === 0) return
      const now = ms / events
      msPerEvent = msPerEvent === 0 ? now : (msPerEvent + now) / 2
    },
  }
}

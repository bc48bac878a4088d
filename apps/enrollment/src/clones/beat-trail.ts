import type { BeatTrail, BootTrail } from '@wardline/registries'

/** A heartbeat's place in the life of its machine. */
export interface Beat {
  readonly boot_id: string | null
  readonly sequence: number | null
  /** Arrival time, in milliseconds since the epoch. */
  readonly at: number
  /** Its facts are clearly from another machine than those of the previous heartbeat. */
  readonly otherMachine: boolean
}

/** The sign of two machines: an earlier boot that continues, or one count that continues in two places. */
export type Fork = 'boot_id' | 'sequence'

export interface Followed {
  readonly trail: BeatTrail
  readonly fork: Fork | undefined
  /** A later heartbeat of the same boot arrived first: its facts are older than the stored ones. */
  readonly overtaken: boolean
}

/**
 * For this long after the last heartbeat, a lower sequence may have been overtaken. After that, the agent has restarted
 * its count.
 */
const OVERTAKEN_MS = 60_000
/** How many heartbeats in a row may be lost or overtaken: requests may cross on the way, but not for minutes. */
const REACH = 2
/** Two counts that continue side by side meet again within this. */
const SIDE_BY_SIDE_MS = 15 * 60_000
/** How many repeats of ever higher numbers cannot be explained by retries. */
const REPEATS = 3
const MAX_BOOTS = 4
const REMEMBERED = 8

/**
 * Follows an agent's heartbeats. One machine, whatever it loses, repeats, delays or restarts, moves from boot to boot and
 * never back, and counts up within a boot. Two machines with one identity inevitably go back and forth.
 */
export function follow(trail: BeatTrail | undefined, beat: Beat): Followed {
  const boots = trail?.boots ?? []
  const known = boots.findIndex(b => b.boot_id === beat.boot_id)
  if (known < 0) return moved(boots, started(beat))
  const boot = boots[known]!
  if (known < boots.length - 1) return returned(boots, boot, beat)
  return goesOn(boots, boot, beat)
}

/** An earlier boot: one of its heartbeats may be late, but it cannot have new ones. */
function returned(boots: readonly BootTrail[], boot: BootTrail, beat: Beat): Followed {
  const { sequence } = beat
  const newest = boots.at(-1)!
  const late = sequence !== null && boot.sequence !== null && sequence <= boot.sequence
  if (late && beat.at - newest.at < OVERTAKEN_MS) return { trail: { boots }, fork: undefined, overtaken: true }
  return { ...moved(boots, counted({ ...boot, at: beat.at }, sequence)), fork: 'boot_id' }
}

function goesOn(boots: readonly BootTrail[], boot: BootTrail, beat: Beat): Followed {
  const { sequence, at } = beat
  const recent = at - boot.at < OVERTAKEN_MS
  if (sequence === null || boot.sequence === null) return moved(boots, counted({ ...boot, at }, sequence))
  if (sequence > boot.sequence) return risen(boots, boot, sequence, at)
  if (recent && beat.otherMachine) return { ...moved(boots, countedAnew(boot, sequence, at)), fork: 'sequence' }
  if (sequence === boot.sequence) return moved(boots, { ...boot, at })
  if (!recent) return moved(boots, countedAnew(boot, sequence, at))
  if (boot.recent.includes(sequence)) return repeated(boots, boot, sequence, at)
  if (boot.sequence - sequence > REACH) return moved(boots, countedAnew(boot, sequence, at))
  return { ...moved(boots, { ...boot, recent: remembered(boot.recent, sequence) }), overtaken: true }
}

/** Beyond a count that was left behind recently: that count has continued elsewhere. */
function risen(boots: readonly BootTrail[], boot: BootTrail, sequence: number, at: number): Followed {
  const left = boot.left !== null && at - boot.left.at < SIDE_BY_SIDE_MS ? boot.left : null
  const jumped = left !== null && left.sequence - boot.sequence! > REACH && sequence > left.sequence
  const next = counted({ ...boot, at, left: left !== null && sequence >= left.sequence ? null : left }, sequence)
  return { ...moved(boots, next), fork: jumped ? 'sequence' : undefined }
}

/** A known number below the newest: a retry, or the same count slightly behind. */
function repeated(boots: readonly BootTrail[], boot: BootTrail, sequence: number, at: number): Followed {
  const { repeats } = boot
  const goOn = repeats !== null && sequence > repeats.sequence && at - repeats.since < SIDE_BY_SIDE_MS
  const next = goOn
    ? { sequence, count: repeats.count + 1, since: repeats.since }
    : { sequence, count: 1, since: repeats?.sequence === sequence ? repeats.since : at }
  const fork = next.count >= REPEATS ? 'sequence' : undefined
  return { ...moved(boots, { ...boot, repeats: fork ? null : next }), fork, overtaken: true }
}

const started = ({ boot_id, sequence, at }: Beat): BootTrail => ({
  boot_id,
  sequence,
  at,
  recent: sequence === null ? [] : [sequence],
  left: null,
  repeats: null,
})

/** An agent that has probably restarted within its boot. */
const countedAnew = (boot: BootTrail, sequence: number, at: number): BootTrail => ({
  ...boot,
  at,
  sequence,
  recent: [sequence],
  left: { sequence: boot.sequence!, at },
})

const counted = (boot: BootTrail, sequence: number | null): BootTrail =>
  sequence === null ? boot : { ...boot, sequence, recent: remembered(boot.recent, sequence) }

const remembered = (recent: readonly number[], sequence: number): readonly number[] =>
  [...recent, sequence].slice(-REMEMBERED)

/** The boot is now the newest. */
const moved = (boots: readonly BootTrail[], boot: BootTrail): Followed => ({
  trail: { boots: [...boots.filter(b => b.boot_id !== boot.boot_id), boot].slice(-MAX_BOOTS) },
  fork: undefined,
  overtaken: false,
})

import { type Document, defineCollection } from './collection.ts'

export type OsFamily = 'macos' | 'windows' | 'linux'

/** A source of facts about an asset, and the confidence that it is the same machine. */
export interface AssetSource {
  readonly type: 'agent' | 'mdm'
  readonly id: string
  readonly confidence: 'high' | 'medium' | 'low'
  readonly last_seen_at: string
}

/** One boot of a machine, as reported by the heartbeats of an agent. Times are milliseconds since the epoch. */
export interface BootTrail {
  /** Null if the heartbeats name no boot. */
  readonly boot_id: string | null
  /** From the newest heartbeat. */
  readonly sequence: number | null
  readonly at: number
  /** The latest sequences, at most 8. */
  readonly recent: readonly number[]
  /** The sequence at which the count last started again. */
  readonly left: { readonly sequence: number; readonly at: number } | null
  /** Ever higher numbers that came a second time. */
  readonly repeats: { readonly sequence: number; readonly count: number; readonly since: number } | null
}

/** Evidence of whether the heartbeats of one agent come from one machine. */
export interface BeatTrail {
  /** Newest last; at most 4. */
  readonly boots: readonly BootTrail[]
}

/** A machine and what its agent's newest heartbeat reported. Whether it is online depends on the clock. */
export interface AssetDoc extends Document {
  readonly agent_id: string
  readonly hostname: string
  /** `hostname` in lower case, for exact search. */
  readonly hostname_key: string
  readonly os_family: OsFamily | null
  /** The heartbeats name another family than the identity. */
  readonly os_family_conflict: boolean
  readonly os_version: string | null
  /** The named facts of the heartbeat. */
  readonly posture: Readonly<Record<string, unknown>>
  /** When they arrived. */
  readonly posture_at: string
  /**
   * Everything else in it, as one bounded JSON text: keys from outside (`$`, `.`, `__proto__`) never become keys of a
   * document.
   */
  readonly extra_json: string
  /** Part of the heartbeat exceeded the limits and was dropped. */
  readonly truncated: boolean
  /** About the agent that reports on it; absent until it has sent a boot or a sequence. */
  readonly trail?: BeatTrail
  /** Newest last; at most 8. */
  readonly sources: readonly AssetSource[]
  readonly possible_duplicate_of: string | null
  readonly first_seen_at: string
  readonly last_seen_at: string
}

export const assets = defineCollection<AssetDoc>({
  name: 'assets',
  owner: 'enrollment',
  schemaVersion: 1,
  fields: { agent_id: 'text', hostname_key: 'text', os_family: 'text', first_seen_at: 'text' },
  indexes: [
    ['first_seen_at'],
    ['os_family', 'first_seen_at'],
    ['hostname_key', 'first_seen_at'],
    ['agent_id', 'first_seen_at'],
  ],
  essential: true,
})

/**
 * The owner of a fingerprint: `id` is `<kind>:<hmac>`. Written with `expect: 'absent'`, so that if two machines send
 * the same one at the same time, exactly one owns it.
 */
export interface FingerprintDoc extends Document {
  readonly agent_id: string
  readonly asset_id: string
}

export const fingerprints = defineCollection<FingerprintDoc>({
  name: 'fingerprints',
  owner: 'enrollment',
  schemaVersion: 1,
  fields: {},
  indexes: [],
  essential: true,
})

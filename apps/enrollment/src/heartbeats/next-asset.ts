import { confidenceOf } from '@wardline/kernel'
import type { AssetDoc, AssetSource, BeatTrail } from '@wardline/registries'
import { osFamily } from '../assets/os-family.ts'
import { type Followed, type Fork, follow } from '../clones/beat-trail.ts'
import { differs } from '../clones/other-machine.ts'
import type { AgentWithAsset } from './note-agent.ts'
import { type Heartbeat, postureOf } from './posture.ts'

const MAX_SOURCES = 8

export interface NextAsset {
  readonly asset: AssetDoc
  /** The heartbeat shows that two machines use one identity. */
  readonly fork: Fork | undefined
}

/**
 * The asset after a heartbeat. A heartbeat that was overtaken by a later one of the same boot shows only that the agent is
 * alive. @param at its arrival, RFC 3339
 */
export function nextAsset(
  current: AssetDoc | undefined,
  agent: AgentWithAsset,
  heartbeat: Heartbeat,
  at: string,
): NextAsset {
  const lastSeen = current && current.last_seen_at > at ? current.last_seen_at : at
  const source: AssetSource = {
    type: 'agent',
    id: agent.id,
    confidence: confidenceOf(agent.fingerprints),
    last_seen_at: lastSeen,
  }
  const others = (current?.sources ?? []).filter(s => s.type !== 'agent' || s.id !== agent.id)
  const sources = [...others, source].slice(-MAX_SOURCES)
  const { trail, fork, overtaken } = followed(current?.agent_id === agent.id ? current : undefined, heartbeat, at)
  const kept = trail === undefined ? {} : { trail }
  if (current && overtaken) return { asset: { ...current, ...kept, sources, last_seen_at: lastSeen }, fork }
  const { family, conflict } = osFamily(agent.platform, heartbeat.os_family)
  const posture = postureOf(heartbeat)
  return {
    fork,
    asset: {
      id: agent.asset_id,
      agent_id: agent.id,
      hostname: heartbeat.hostname,
      hostname_key: heartbeat.hostname.toLowerCase(),
      os_family: family,
      os_family_conflict: conflict,
      os_version: heartbeat.os_version ?? agent.os_version,
      posture: posture.facts,
      posture_at: at,
      extra_json: posture.extraJson,
      truncated: posture.truncated,
      ...kept,
      sources,
      possible_duplicate_of: current ? current.possible_duplicate_of : agent.possible_duplicate_of,
      first_seen_at: current?.first_seen_at ?? at,
      last_seen_at: lastSeen,
    },
  }
}

/** @param current the asset, if this agent wrote it */
function followed(
  current: AssetDoc | undefined,
  heartbeat: Heartbeat,
  at: string,
): Omit<Followed, 'trail'> & { readonly trail: BeatTrail | undefined } {
  const { boot_id = null, sequence = null } = heartbeat
  if (boot_id === null && sequence === null) return { trail: current?.trail, fork: undefined, overtaken: false }
  const otherMachine = current !== undefined && differs(current.posture, heartbeat)
  return follow(current?.trail, { boot_id, sequence, at: Date.parse(at), otherMachine })
}

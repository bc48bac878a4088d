import { confidenceOf } from '@wardline/kernel'
import type { AssetDoc, AssetSource } from '@wardline/registries'
import { osFamily } from '../assets/os-family.ts'
import type { AgentWithAsset } from './note-agent.ts'
import { type Heartbeat, postureOf } from './posture.ts'

const MAX_SOURCES = 8

/** For how long a heartbeat may have been overtaken. After that a lower sequence means an agent that started to count anew. */
const OVERTAKEN_MS = 60_000

/**
 * The asset as a heartbeat leaves it. One that was overtaken by a later one of the same boot says that the agent lives, and nothing else.
 * @param at RFC 3339: when it came.
 */
export function nextAsset(
  current: AssetDoc | undefined,
  agent: AgentWithAsset,
  heartbeat: Heartbeat,
  at: string,
): AssetDoc {
  const lastSeen = current && current.last_seen_at > at ? current.last_seen_at : at
  const source: AssetSource = {
    type: 'agent',
    id: agent.id,
    confidence: confidenceOf(agent.fingerprints),
    last_seen_at: lastSeen,
  }
  const others = (current?.sources ?? []).filter(s => s.type !== 'agent' || s.id !== agent.id)
  const sources = [...others, source].slice(-MAX_SOURCES)
  if (current && current.agent_id === agent.id && isOvertaken(current, heartbeat, at))
    return { ...current, sources, last_seen_at: lastSeen }
  const { family, conflict } = osFamily(agent.platform, heartbeat.os_family)
  const posture = postureOf(heartbeat)
  return {
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
    sources,
    possible_duplicate_of: current ? current.possible_duplicate_of : agent.possible_duplicate_of,
    first_seen_at: current?.first_seen_at ?? at,
    last_seen_at: lastSeen,
  }
}

function isOvertaken({ posture, posture_at }: AssetDoc, { boot_id, sequence }: Heartbeat, at: string): boolean {
  if (boot_id === undefined || sequence === undefined || posture.boot_id !== boot_id) return false
  const recent = Date.parse(at) - Date.parse(posture_at) < OVERTAKEN_MS
  return recent && typeof posture.sequence === 'number' && sequence < posture.sequence
}

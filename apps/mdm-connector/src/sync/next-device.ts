import type { MdmDeviceDoc, MdmPosture } from '@wardline/registries'
import type { Sighting } from './leave-at-the-door.ts'

const MAX_HISTORY = 32

export interface Place {
  readonly connectionId: string
  readonly walk: number
  readonly page: number
  /** RFC 3339. */
  readonly at: string
}

export interface Noted {
  /** `repeated`: this walk has seen it on another page; it counts there. */
  readonly outcome: MdmDeviceDoc['seen_outcome'] | 'repeated'
  /** Undefined if there is nothing to write. */
  readonly doc?: MdmDeviceDoc
}

/** A snapshot after a sighting. Repeating a page after a crash gives the same outcomes and changes nothing. */
export function nextDevice(current: MdmDeviceDoc | undefined, sighting: Sighting, place: Place): Noted {
  if (current && current.seen_walk >= place.walk) {
    const samePage = current.seen_walk === place.walk && current.seen_page === place.page
    return { outcome: samePage ? current.seen_outcome : 'repeated' }
  }
  const { posture, fingerprint } = sighting
  const changed =
    current !== undefined && (current.missing || fingerprint !== current.fingerprint || differ(current, posture))
  const outcome = current === undefined ? 'created' : changed ? 'changed' : 'unchanged'
  const { at } = place
  return {
    outcome,
    doc: {
      ...posture,
      id: sighting.deviceId,
      connection_id: place.connectionId,
      fingerprint,
      last_sync_at: sighting.lastSyncAt,
      first_seen_at: current?.first_seen_at ?? at,
      last_seen_at: at,
      changed_at: current && !changed ? current.changed_at : at,
      compliance_history: historyOf(current, posture, at),
      seen_walk: place.walk,
      seen_page: place.page,
      seen_outcome: outcome,
      absent_since: null,
      missing_since: null,
      missing: false,
      sealed_reference: current?.sealed_reference ?? sighting.sealedReference,
    },
  }
}

const differ = (a: MdmPosture, b: MdmPosture): boolean =>
  (Object.keys(b) as (keyof MdmPosture)[]).some(field => a[field] !== b[field])

function historyOf(
  current: MdmDeviceDoc | undefined,
  { compliance_state: state }: MdmPosture,
  at: string,
): MdmDeviceDoc['compliance_history'] {
  const history = current?.compliance_history ?? []
  return history.at(-1)?.state === state ? history : [...history, { state, at }].slice(-MAX_HISTORY)
}

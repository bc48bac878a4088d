import type { View } from '@wardline/api'
import type { TenantId } from '@wardline/kernel'
import type { AssetDoc, MdmDeviceDoc } from '@wardline/registries'
import { mdmPosture, mdmSource } from './mdm-posture.ts'

/** Late after three intervals without a heartbeat, offline after fifteen. */
const LATE_INTERVALS = 3
const OFFLINE_INTERVALS = 15

export function assetStatus(lastSeenAt: string, now: number, intervalSeconds: number): 'online' | 'late' | 'offline' {
  const missed = (now - Date.parse(lastSeenAt)) / (intervalSeconds * 1000)
  return missed > OFFLINE_INTERVALS ? 'offline' : missed > LATE_INTERVALS ? 'late' : 'online'
}

/** An asset as the API returns it (openapi/enrollment.yaml). Auditors get the redaction policy's view of it. */
export function assetView(
  tenantId: TenantId,
  asset: AssetDoc,
  now: number,
  intervalSeconds: number,
  snapshots: readonly MdmDeviceDoc[],
): View<'Asset'> {
  return {
    asset_id: asset.id,
    tenant_id: tenantId,
    agent_id: asset.agent_id,
    hostname: asset.hostname,
    os_family: asset.os_family,
    os_family_conflict: asset.os_family_conflict,
    os_version: asset.os_version,
    status: assetStatus(asset.last_seen_at, now, intervalSeconds),
    posture: {
      ...asset.posture,
      // The JSON of an object, written by boundedExtra; nothing is known about its members.
      extra: JSON.parse(asset.extra_json) as Readonly<Record<string, unknown>>,
      extra_truncated: asset.truncated,
    },
    sources: [...asset.sources, ...snapshots.map(s => mdmSource(s, now))],
    ...(snapshots.length === 0 ? {} : { mdm: snapshots.map(s => mdmPosture(s, asset, now)) }),
    ...(asset.possible_duplicate_of === null ? {} : { possible_duplicate_of: asset.possible_duplicate_of }),
    first_seen_at: asset.first_seen_at,
    last_seen_at: asset.last_seen_at,
  }
}

import type { View } from '@wardline/api'
import type { TenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import {
  type AssetDoc,
  type AssetSource,
  agents,
  fingerprints,
  type MdmDeviceDoc,
  mdmConfidence,
  mdmConflicts,
  mdmDevices,
} from '@wardline/registries'

/** The most snapshots of one machine: one for each provider that manages it. */
const MAX_SNAPSHOTS = 8

/**
 * What device management reports about an asset: the snapshots with the serial number that its agent reports. Only the
 * asset that owns the serial number has them, not its possible duplicates. They are looked up at every read, so they are
 * as fresh as the newest sync.
 */
export async function snapshotsOf(
  registry: Registry,
  tenant: TenantId,
  asset: AssetDoc,
): Promise<readonly MdmDeviceDoc[]> {
  const agent = await registry.read(agents, tenant, asset.agent_id)
  const serial = agent?.doc.fingerprints.find(key => key.startsWith('serial:'))
  if (serial === undefined) return []
  const found = await registry.list(mdmDevices, tenant, { where: { fingerprint: serial }, limit: MAX_SNAPSHOTS })
  if (found.length === 0) return []
  const holder = await registry.read(fingerprints, tenant, serial)
  return holder?.doc.asset_id === asset.id ? found.map(s => s.doc) : []
}

/** A snapshot as one of the asset's sources. */
export const mdmSource = (device: MdmDeviceDoc, now: number): AssetSource => ({
  type: 'mdm',
  id: device.id,
  confidence: mdmConfidence(device, now),
  last_seen_at: device.last_sync_at ?? device.last_seen_at,
})

/** A snapshot for comparison with the agent's posture, and where the two disagree. */
export const mdmPosture = (device: MdmDeviceDoc, asset: AssetDoc, now: number): View<'AssetMdmPosture'> => ({
  device_id: device.id,
  connection_id: device.connection_id,
  platform: device.platform,
  os_version: device.os_version,
  compliance_state: device.compliance_state,
  management_state: device.management_state,
  encrypted: device.encrypted,
  jailbroken: device.jailbroken,
  ownership: device.ownership,
  conflicts: mdmConflicts(device, asset),
  last_sync_at: device.last_sync_at,
  last_seen_at: device.last_seen_at,
  missing_since: device.missing_since,
  source_confidence: mdmConfidence(device, now),
})

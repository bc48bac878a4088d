import type { View } from '@wardline/api'
import type { TenantId } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import {
  type AssetDoc,
  assets,
  fingerprints,
  type MdmDeviceDoc,
  mdmConfidence,
  mdmConflicts,
} from '@wardline/registries'

/**
 * A snapshot as the API returns it, linked to the asset whose agent reports the same serial number. The link is looked up
 * at every read, so that an agent that enrols after the sync is found too.
 */
export async function deviceView(
  registry: Registry,
  tenant: TenantId,
  { doc, version }: Stored<MdmDeviceDoc>,
  now: number,
): Promise<View<'MdmDevice'>> {
  const asset = await assetOf(registry, tenant, doc)
  return {
    device_id: doc.id,
    tenant_id: tenant,
    connection_id: doc.connection_id,
    asset_id: asset?.id ?? null,
    platform: doc.platform,
    os_version: doc.os_version,
    compliance_state: doc.compliance_state,
    compliance_history: doc.compliance_history,
    management_state: doc.management_state,
    encrypted: doc.encrypted,
    jailbroken: doc.jailbroken,
    ownership: doc.ownership,
    manufacturer: doc.manufacturer,
    model: doc.model,
    conflicts: asset ? mdmConflicts(doc, asset) : [],
    last_sync_at: doc.last_sync_at,
    first_seen_at: doc.first_seen_at,
    last_seen_at: doc.last_seen_at,
    changed_at: doc.changed_at,
    missing_since: doc.missing_since,
    source_confidence: mdmConfidence(doc, now),
    version,
  }
}

async function assetOf(
  registry: Registry,
  tenant: TenantId,
  { fingerprint }: MdmDeviceDoc,
): Promise<AssetDoc | undefined> {
  if (fingerprint === null) return undefined
  const holder = await registry.read(fingerprints, tenant, fingerprint)
  return holder && (await registry.read(assets, tenant, holder.doc.asset_id))?.doc
}

import { derivedId, fingerprintKeys, type Keyring, seal, type TenantId, unseal } from '@wardline/kernel'
import type { MdmPosture } from '@wardline/registries'
import type { ProviderDevice } from '../providers/provider.ts'

/** What is stored of a device: its posture, and keyed hashes instead of everything that identifies it or its user. */
export interface Sighting {
  readonly deviceId: string
  readonly fingerprint: string | null
  readonly sealedReference: string
  readonly lastSyncAt: string | null
  readonly posture: MdmPosture
}

export interface Door {
  readonly keyring: Keyring
  readonly tenant: TenantId
  readonly connectionId: string
}

/** The only way from a provider's device to a snapshot. */
export function leaveAtTheDoor(device: ProviderDevice, { keyring, tenant, connectionId }: Door): Sighting {
  const deviceId = derivedId('mdd', keyring.key(tenant, 'ids'), connectionId, device.reference)
  const serial = device.serialNumber === undefined ? {} : { serial_number: device.serialNumber }
  const [fingerprint = null] = fingerprintKeys(serial, keyring.key(tenant, 'fingerprints'))
  return {
    deviceId,
    fingerprint,
    sealedReference: seal(keyring.key(tenant, 'mdm'), device.reference, deviceId),
    lastSyncAt: device.lastSyncAt,
    posture: {
      platform: device.platform,
      os_version: device.os_version,
      compliance_state: device.compliance_state,
      management_state: device.management_state,
      encrypted: device.encrypted,
      jailbroken: device.jailbroken,
      ownership: device.ownership,
      manufacturer: device.manufacturer,
      model: device.model,
    },
  }
}

/** The provider's id of a snapshot, to look up this device there. */
export const referenceOfSnapshot = (
  { keyring, tenant }: Pick<Door, 'keyring' | 'tenant'>,
  device: { readonly id: string; readonly sealed_reference: string },
): string => unseal(keyring.key(tenant, 'mdm'), device.sealed_reference, device.id).toString()

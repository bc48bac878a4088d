import { type Document, defineCollection } from './collection.ts'

export const MDM_PLATFORMS = [
  'macos',
  'windows',
  'linux',
  'ios',
  'ipados',
  'tvos',
  'android',
  'chromeos',
  'unknown',
] as const
export type MdmPlatform = (typeof MDM_PLATFORMS)[number]

export const MDM_COMPLIANCE_STATES = [
  'compliant',
  'noncompliant',
  'in_grace_period',
  'conflict',
  'error',
  'unknown',
] as const
export type MdmComplianceState = (typeof MDM_COMPLIANCE_STATES)[number]

export type MdmManagementState = 'managed' | 'unmanaged' | 'unknown'
export type MdmOwnership = 'company' | 'personal' | 'unknown'

/** What a provider reports about a device, with everything personal left out. */
export interface MdmPosture {
  readonly platform: MdmPlatform
  readonly os_version: string | null
  readonly compliance_state: MdmComplianceState
  readonly management_state: MdmManagementState
  readonly encrypted: boolean | null
  readonly jailbroken: boolean | null
  readonly ownership: MdmOwnership
  readonly manufacturer: string | null
  readonly model: string | null
}

/**
 * A device posture snapshot. Its id is a keyed hash of the provider's; it contains no name, user, address or number of
 * the device.
 */
export interface MdmDeviceDoc extends Document, MdmPosture {
  readonly connection_id: string
  /** `serial:<hmac>`, the form in which the machine's own agent sends it; null without a meaningful serial number. */
  readonly fingerprint: string | null
  /** When the device last contacted its provider. */
  readonly last_sync_at: string | null
  readonly first_seen_at: string
  readonly last_seen_at: string
  /** When the posture last changed. */
  readonly changed_at: string
  /** Newest last; at most 32. */
  readonly compliance_history: readonly { readonly state: MdmComplianceState; readonly at: string }[]
  /** The walk and page that saw the device last, and the result: so that a repeated page counts the same. */
  readonly seen_walk: number
  readonly seen_page: number
  readonly seen_outcome: 'created' | 'changed' | 'unchanged'
  /** When a complete walk first did not see it; null once it is seen. */
  readonly absent_since: string | null
  /** The same, set by the second such walk at least 24 h later. */
  readonly missing_since: string | null
  readonly missing: boolean
  /** The provider's id, sealed: used only to ask the provider whether the device is really gone. */
  readonly sealed_reference: string
}

export const mdmDevices = defineCollection<MdmDeviceDoc>({
  name: 'mdm_devices',
  owner: 'mdm-connector',
  schemaVersion: 1,
  fields: {
    connection_id: 'text',
    fingerprint: 'text',
    platform: 'text',
    compliance_state: 'text',
    missing: 'boolean',
    first_seen_at: 'text',
    seen_walk: 'number',
  },
  indexes: [
    ['first_seen_at'],
    ['connection_id', 'first_seen_at'],
    ['connection_id', 'seen_walk'],
    ['platform', 'first_seen_at'],
    ['compliance_state', 'first_seen_at'],
    ['missing', 'first_seen_at'],
    ['fingerprint'],
  ],
})

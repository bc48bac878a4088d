import type { MdmComplianceState, MdmManagementState, MdmOwnership, MdmPlatform } from '@wardline/registries'
import type { Provider, ProviderDevice } from './provider.ts'
import { invalidResponse, ProviderFault } from './provider-fault.ts'
import { createFieldReader, type FieldReader, type JsonObject, objectOf, referenceOf, serialOf } from './values.ts'

/**
 * All fields that are ever requested: no user, name, phone number, IMEI or e-mail address (Microsoft Graph v1.0, resource
 * managedDevice). The serial number is only hashed.
 */
export const GRAPH_SELECT = [
  'id',
  'operatingSystem',
  'osVersion',
  'complianceState',
  'managementAgent',
  'isEncrypted',
  'jailBroken',
  'managedDeviceOwnerType',
  'manufacturer',
  'model',
  'lastSyncDateTime',
  'serialNumber',
] as const

const PAGE = 500
const DEFAULT_BASE = 'https://graph.microsoft.com'
const DEFAULT_AUTHORITY = 'https://login.microsoftonline.com'

/** Microsoft Graph: Intune's managed devices, with the OAuth 2.0 client credentials of an app registration. */
export const microsoftGraph: Provider = {
  required: ['provider_tenant_id', 'client_id'],
  tokenRequests: ({ authority_url, provider_tenant_id, base_url }) => [
    {
      url: `${trimmed(authority_url ?? DEFAULT_AUTHORITY)}/${encodeURIComponent(provider_tenant_id ?? '')}/oauth2/v2.0/token`,
      scope: `${new URL(base_url ?? DEFAULT_BASE).origin}/.default`,
    },
  ],
  open(settings, client) {
    const devices = `${apiRoot(settings.base_url ?? DEFAULT_BASE)}/deviceManagement/managedDevices`
    const first = `${devices}?$select=${GRAPH_SELECT.join(',')}&$top=${PAGE}`
    return {
      async page(cursor) {
        const page = objectOf(await client.get(cursor ?? first))
        if (!page || !Array.isArray(page.value)) throw invalidResponse()
        const reader = createFieldReader()
        const read = page.value.map(item => deviceOf(item, reader))
        const found = read.filter(d => d !== undefined)
        return {
          devices: found,
          next: nextOf(page['@odata.nextLink'], devices),
          whole: found.length === read.length,
          drift: reader.drift,
        }
      },
      async has(reference) {
        return (await client.get(`${devices}/${encodeURIComponent(reference)}?$select=id`)) !== undefined
      },
    }
  },
}

const trimmed = (url: string): string => url.replace(/\/{1,8}$/, '')

/** A base address may include the version of the API. Otherwise it is added. */
function apiRoot(base: string): string {
  const root = trimmed(base)
  return /\/(?:v1\.0|beta)$/.test(root) ? root : `${root}/v1.0`
}

/**
 * @throws ProviderFault if the link leads away from the host and collection of the walk: the token is sent nowhere
 * else.
 */
function nextOf(link: unknown, devices: string): string | null {
  if (link === undefined || link === null) return null
  if (typeof link !== 'string' || link.length > 8_192 || !URL.canParse(link)) throw invalidResponse()
  const next = new URL(link)
  const walked = new URL(devices)
  if (next.origin !== walked.origin) throw new ProviderFault('egress_refused')
  if (next.pathname.toLowerCase() !== walked.pathname.toLowerCase()) throw invalidResponse()
  return next.href
}

const COMPLIANCE: Readonly<Record<string, MdmComplianceState>> = {
  compliant: 'compliant',
  noncompliant: 'noncompliant',
  ingraceperiod: 'in_grace_period',
  conflict: 'conflict',
  error: 'error',
  /** Configuration Manager decides, and Graph does not say what. */
  configmanager: 'unknown',
  unknown: 'unknown',
}

const PLATFORMS: Readonly<Record<string, MdmPlatform>> = {
  windows: 'windows',
  macos: 'macos',
  'mac os x': 'macos',
  ios: 'ios',
  ipados: 'ipados',
  tvos: 'tvos',
  android: 'android',
  androidforwork: 'android',
  androidenterprise: 'android',
  linux: 'linux',
  'linux (ubuntu)': 'linux',
  'linux (rhel)': 'linux',
  chromeos: 'chromeos',
  unknown: 'unknown',
}

const OWNERS: Readonly<Record<string, MdmOwnership>> = { company: 'company', personal: 'personal', unknown: 'unknown' }

/** Which agents manage a device; the others only see its mail (eas) or report on it. */
const AGENTS: Readonly<Record<string, MdmManagementState>> = {
  ...Object.fromEntries(
    [
      'mdm',
      'easmdm',
      'intuneclient',
      'easintuneclient',
      'configurationmanagerclient',
      'configurationmanagerclientmdm',
      'configurationmanagerclientmdmeas',
      'jamf',
      'googleclouddevicepolicycontroller',
      'microsoft365managedmdm',
      'intuneaosp',
      'google',
    ].map(agent => [agent, 'managed' as const]),
  ),
  eas: 'unmanaged',
  mssense: 'unmanaged',
  unknown: 'unknown',
}

/** Graph's jailBroken is a text: `True`, `False` or `Unknown`. */
const JAIL: Readonly<Record<string, 'yes' | 'no'>> = { true: 'yes', false: 'no' }

function deviceOf(item: unknown, reader: FieldReader): ProviderDevice | undefined {
  const d: JsonObject = objectOf(item) ?? {}
  const reference = referenceOf(d.id)
  if (reference === undefined) {
    reader.note('id', d.id === undefined || d.id === null ? 'missing' : 'wrong_type')
    return undefined
  }
  const jail = String(d.jailBroken ?? '').toLowerCase() === 'unknown' ? undefined : d.jailBroken
  const jailed = typeof jail === 'boolean' ? (jail ? 'yes' : 'no') : reader.word('jailBroken', jail, JAIL)
  return {
    reference,
    serialNumber: serialOf(d.serialNumber),
    platform: reader.word('operatingSystem', d.operatingSystem, PLATFORMS),
    os_version: reader.version('osVersion', d.osVersion),
    compliance_state: reader.word('complianceState', d.complianceState, COMPLIANCE),
    management_state: reader.word('managementAgent', d.managementAgent, AGENTS),
    encrypted: reader.flag('isEncrypted', d.isEncrypted),
    jailbroken: jailed === 'unknown' ? null : jailed === 'yes',
    ownership: reader.word('managedDeviceOwnerType', d.managedDeviceOwnerType, OWNERS),
    manufacturer: reader.label('manufacturer', d.manufacturer, 64),
    model: reader.label('model', d.model, 64),
    lastSyncAt: reader.time('lastSyncDateTime', d.lastSyncDateTime),
  }
}

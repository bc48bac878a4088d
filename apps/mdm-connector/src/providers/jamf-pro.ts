import type { MdmOwnership, MdmPlatform } from '@wardline/registries'
import type { Provider, ProviderDevice, ProviderPage } from './provider.ts'
import type { ProviderClient } from './provider-client.ts'
import { invalidResponse } from './provider-fault.ts'
import { createFieldReader, type FieldReader, type JsonObject, objectOf, referenceOf, serialOf } from './values.ts'

const PAGE = 200

/**
 * The two inventories of Jamf Pro, walked one after the other. `sections` never contains USER_AND_LOCATION, PURCHASING
 * or NETWORK.
 */
const INVENTORIES = {
  computers: {
    path: '/api/v1/computers-inventory',
    sections: ['GENERAL', 'HARDWARE', 'OPERATING_SYSTEM', 'DISK_ENCRYPTION'],
    sort: 'id:asc',
    idField: 'id',
    one: (id: string) => `/api/v1/computers-inventory/${id}?section=OPERATING_SYSTEM`,
    device: computerOf,
  },
  mobile: {
    path: '/api/v2/mobile-devices/detail',
    sections: ['GENERAL', 'HARDWARE', 'SECURITY'],
    sort: 'mobileDeviceId:asc',
    idField: 'mobileDeviceId',
    one: (id: string) => `/api/v2/mobile-devices/${id}`,
    device: mobileOf,
  },
} as const

type Kind = keyof typeof INVENTORIES

/** A place in the walk, and this inventory's announced and seen rows so far: the proof that nothing was skipped. */
interface Place {
  readonly kind: Kind
  readonly page: number
  readonly total: number | null
  readonly rows: number
}

const START: Place = { kind: 'computers', page: 0, total: null, rows: 0 }

/** Jamf Pro: computers and mobile devices, with the client credentials of an API client. */
export const jamfPro: Provider = {
  required: ['base_url', 'client_id'],
  // Servers before version 11 know only the second one.
  tokenRequests: ({ base_url }) => [
    { url: `${rootOf(base_url)}/api/v1/oauth/token` },
    { url: `${rootOf(base_url)}/api/oauth/token` },
  ],
  open({ base_url }, client) {
    const root = rootOf(base_url)
    return {
      page: async cursor => readPage(root, client, cursor === null ? START : (JSON.parse(cursor) as Place)),
      async has(reference) {
        const [kind, id] = reference.split(':') as [Kind, string]
        return (await client.get(`${root}${INVENTORIES[kind].one(encodeURIComponent(id))}`)) !== undefined
      },
    }
  },
}

const rootOf = (base: string | null): string => (base ?? '').replace(/\/{1,8}$/, '')

/**
 * Numbered pages shift when a device is added or removed during the walk. So every page must announce the same total, and at
 * the end there must be as many rows. Otherwise the walk is not complete.
 */
async function readPage(root: string, client: ProviderClient, place: Place): Promise<ProviderPage> {
  const inventory = INVENTORIES[place.kind]
  const query = new URLSearchParams([
    ...inventory.sections.map(section => ['section', section]),
    ['page', String(place.page)],
    ['page-size', String(PAGE)],
    ['sort', inventory.sort],
  ])
  const page = objectOf(await client.get(`${root}${inventory.path}?${query}`))
  if (!page || !Array.isArray(page.results) || !Number.isSafeInteger(page.totalCount)) throw invalidResponse()
  const total = page.totalCount as number
  const reader = createFieldReader()
  const read = page.results.map(item => deviceOf(place.kind, item, reader))
  const found = read.filter(d => d !== undefined)
  const rows = place.rows + read.length
  const steady = place.total === null || place.total === total
  const more = read.length > 0 && rows < total
  return {
    devices: found,
    next: nextOf(place, more ? { ...place, page: place.page + 1, total, rows } : undefined),
    whole: steady && found.length === read.length && (more || rows === total),
    drift: reader.drift,
  }
}

function nextOf({ kind }: Place, onward: Place | undefined): string | null {
  if (onward) return JSON.stringify(onward)
  return kind === 'computers' ? JSON.stringify({ ...START, kind: 'mobile' }) : null
}

function deviceOf(kind: Kind, item: unknown, reader: FieldReader): ProviderDevice | undefined {
  const { idField, device } = INVENTORIES[kind]
  const record = objectOf(item) ?? {}
  const id = referenceOf(record[idField] ?? record.id)
  if (id === undefined) {
    reader.note('id', record[idField] === undefined ? 'missing' : 'wrong_type')
    return undefined
  }
  return { reference: `${kind}:${id}`, ...device(record, reader) }
}

const member = (record: JsonObject, name: string): JsonObject => objectOf(record[name]) ?? {}

const FILEVAULT: Readonly<Record<string, 'yes' | 'no'>> = {
  encrypted: 'yes',
  all_encrypted: 'yes',
  boot_encrypted: 'yes',
  some_encrypted: 'yes',
  decrypting: 'yes',
  optimizing: 'yes',
  encrypting: 'no',
  unencrypted: 'no',
  not_encrypted: 'no',
  decrypted: 'no',
  ineligible: 'no',
  restart_needed: 'no',
}

/** Jamf Pro's inventory has no compliance verdict (the requesting partner has it): `unknown`, never guessed. */
function computerOf(record: JsonObject, reader: FieldReader): Omit<ProviderDevice, 'reference'> {
  const general = member(record, 'general')
  const hardware = member(record, 'hardware')
  const system = member(record, 'operatingSystem')
  const boot = member(member(record, 'diskEncryption'), 'bootPartitionEncryptionDetails')
  const state = boot.partitionFileVault2State ?? system.fileVault2Status
  const vault =
    state === 'UNKNOWN' || state === 'NOT_APPLICABLE' ? 'unknown' : reader.word('fileVault2', state, FILEVAULT)
  return {
    serialNumber: serialOf(hardware.serialNumber),
    platform: 'macos',
    os_version: reader.version('operatingSystem.version', system.version),
    compliance_state: 'unknown',
    management_state: managedOf(reader.flag('remoteManagement.managed', member(general, 'remoteManagement').managed)),
    encrypted: vault === 'unknown' ? null : vault === 'yes',
    jailbroken: null,
    ownership: 'unknown',
    manufacturer: reader.label('hardware.make', hardware.make, 64),
    model: reader.label('hardware.model', hardware.model, 64),
    lastSyncAt: reader.time('lastContactTime', general.lastContactTime),
  }
}

const MOBILE: Readonly<Record<string, MdmPlatform>> = {
  ios: 'ios',
  ipados: 'ipados',
  tvos: 'tvos',
  'apple tv': 'tvos',
  android: 'android',
  unknown: 'unknown',
}

const OWNERS: Readonly<Record<string, MdmOwnership>> = {
  institutional: 'company',
  personaldeviceprofile: 'personal',
  userenrollment: 'personal',
  accountdrivenuserenrollment: 'personal',
  accountdrivendeviceenrollment: 'company',
}

/** A violated passcode profile or a jailbreak is a fact. Jamf Pro's inventory cannot say that all is well. */
function mobileOf(record: JsonObject, reader: FieldReader): Omit<ProviderDevice, 'reference'> {
  const general = member(record, 'general')
  const hardware = member(record, 'hardware')
  const security = member(record, 'security')
  const jailbroken = reader.flag('jailBreakDetected', security.jailBreakDetected)
  const passcode = reader.flag('passcodeCompliantWithProfile', security.passcodeCompliantWithProfile)
  const model = reader.label('hardware.model', hardware.model, 64)
  const platform = reader.word('deviceType', record.deviceType, MOBILE)
  return {
    serialNumber: serialOf(hardware.serialNumber),
    platform: platform === 'ios' && model?.startsWith('iPad') ? 'ipados' : platform,
    os_version: reader.version('osVersion', general.osVersion),
    compliance_state: jailbroken === true || passcode === false ? 'noncompliant' : 'unknown',
    management_state: managedOf(reader.flag('managed', general.managed)),
    encrypted: reader.flag('dataProtected', security.dataProtected),
    jailbroken,
    ownership: reader.word('deviceOwnershipType', general.deviceOwnershipType, OWNERS),
    manufacturer: 'Apple',
    model,
    lastSyncAt: reader.time('lastInventoryUpdateDate', general.lastInventoryUpdateDate),
  }
}

const managedOf = (managed: boolean | null): 'managed' | 'unmanaged' | 'unknown' =>
  managed === null ? 'unknown' : managed ? 'managed' : 'unmanaged'

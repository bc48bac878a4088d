// Microsoft Graph's deviceManagement/managedDevices, v1.0, as its public reference describes it.
import type { Fleet, SimulatedDevice } from './fleet.ts'
import { CANARY } from './fleet.ts'
import { createSimulator, type Fault, json, refusal, type SimulatedRequest, type Simulator } from './simulator.ts'

export const DIRECTORY = '6a1d0f0e-6f6b-4c7c-9d0a-6f1f9f0f3c11'
const COLLECTION = '/v1.0/deviceManagement/managedDevices'
const MAX_PAGE = 1_000

export interface GraphOptions {
  readonly fleet: Fleet
  /** Where it answers: what its next links begin with. */
  readonly origin: () => string
  readonly now?: () => number
  readonly tokenSeconds?: number
  /** Most devices of one page, whatever `$top` says. */
  readonly pageSize?: number
  /** Answers every field, asked for or not: so that a test can prove that nobody relies on `$select` alone. */
  readonly leaky?: boolean
}

export function createGraphSimulator(options: GraphOptions): Simulator {
  const { fleet, now = Date.now } = options
  return createSimulator({
    now,
    tokenSeconds: options.tokenSeconds ?? 3_599,
    isToken: r => r.url.pathname === `/${DIRECTORY}/oauth2/v2.0/token`,
    devices(request, fault) {
      const { pathname } = request.url
      if (pathname === COLLECTION) return page(options, request, fault)
      if (!pathname.startsWith(`${COLLECTION}/`)) return refusal(404, 'ResourceNotFound')
      const device = fleet.get(idOf(decodeURIComponent(pathname.slice(COLLECTION.length + 1))))
      return device ? json(200, { id: guidOf(device.id) }) : refusal(404, 'ResourceNotFound')
    },
  })
}

function page(options: GraphOptions, { url }: SimulatedRequest, fault: Fault | undefined) {
  const select = url.searchParams.get('$select')?.split(',')
  const known = Object.keys(recordOf(SAMPLE, undefined))
  if (select?.some(field => !known.includes(field))) return refusal(400, 'BadRequest')
  const top = Math.min(Number(url.searchParams.get('$top') ?? MAX_PAGE), options.pageSize ?? MAX_PAGE)
  const after = Number(Buffer.from(url.searchParams.get('$skiptoken') ?? '', 'base64url').toString() || 0)
  // The token names the last device that was shown, so that changes of the fleet shift nothing.
  const left = options.fleet.list().filter(d => Number(d.id) > after)
  const shown = left.slice(0, top)
  const omitted = typeof fault === 'object' && 'omit' in fault ? shown[fault.omit % (shown.length || 1)] : undefined
  const next = new URL(`${options.origin()}${COLLECTION}`)
  for (const name of ['$select', '$top']) {
    const value = url.searchParams.get(name)
    if (value !== null) next.searchParams.set(name, value)
  }
  const last = fault === 'loop' ? String(after) : (shown.at(-1)?.id ?? '')
  next.searchParams.set('$skiptoken', Buffer.from(last).toString('base64url'))
  const more = (left.length > shown.length && fault !== 'short') || fault === 'loop'
  const link = typeof fault === 'object' && 'nextLink' in fault ? fault.nextLink : more ? next.href : undefined
  return json(200, {
    '@odata.context': `${options.origin()}/v1.0/$metadata#deviceManagement/managedDevices`,
    '@odata.count': shown.length,
    ...(link === undefined ? {} : { '@odata.nextLink': link }),
    value: shown
      .filter(d => d !== omitted)
      .map(d => {
        const record: Record<string, unknown> = recordOf(d, options.fleet.oddities.get(d.id))
        if (options.leaky || !select) return record
        return Object.fromEntries(select.filter(field => field in record).map(field => [field, record[field]]))
      }),
  })
}

const guidOf = (id: string): string => `00000000-0000-4000-8000-${id.padStart(12, '0')}`
const idOf = (guid: string): string => String(Number(guid.slice(-12)))

const SAMPLE: SimulatedDevice = {
  id: '0',
  serial: '',
  platform: 'macOS',
  osVersion: '',
  compliant: true,
  encrypted: true,
  user: '',
  name: '',
} as SimulatedDevice

/** The whole managedDevice. */
function recordOf(d: SimulatedDevice, oddity: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  return {
    id: guidOf(d.id),
    userId: `${CANARY}-user-id-${d.id}`,
    userPrincipalName: d.user,
    userDisplayName: `${CANARY} Display ${d.id}`,
    emailAddress: d.user,
    phoneNumber: `+41 79 ${CANARY} ${d.id}`,
    deviceName: d.name,
    managedDeviceName: `${d.user}_${d.name}`,
    imei: `35-${CANARY}-${d.id}`,
    wiFiMacAddress: `${CANARY}:mac:${d.id}`,
    notes: `${CANARY} note`,
    serialNumber: d.serial,
    operatingSystem: d.platform,
    osVersion: d.osVersion,
    complianceState: d.compliant ? 'compliant' : 'noncompliant',
    managementAgent: 'mdm',
    isEncrypted: d.encrypted,
    jailBroken: 'Unknown',
    managedDeviceOwnerType: 'company',
    manufacturer: d.platform === 'Windows' ? 'Lenovo' : 'Apple',
    model: d.platform === 'Windows' ? 'ThinkPad T14' : 'MacBook Pro (14-inch, 2023)',
    enrolledDateTime: '2024-01-10T08:00:00Z',
    lastSyncDateTime: '2026-11-21T08:00:00Z',
    complianceGracePeriodExpirationDateTime: '9999-12-31T23:59:59Z',
    ...oddity,
  }
}

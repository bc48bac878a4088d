// Jamf Pro's inventories of computers and mobile devices, as its public reference describes them: paged by number over a sorted list.
import { CANARY, type Fleet, type SimulatedDevice } from './fleet.ts'
import { createSimulator, type Fault, json, refusal, type SimulatedRequest, type Simulator } from './simulator.ts'

const COMPUTERS = '/api/v1/computers-inventory'
const MOBILE = '/api/v2/mobile-devices'
const MAX_PAGE = 2_000

export interface JamfOptions {
  readonly fleet: Fleet
  readonly now?: () => number
  readonly tokenSeconds?: number
  readonly pageSize?: number
}

const isComputer = (d: SimulatedDevice): boolean => d.platform === 'macOS' || d.platform === 'Windows'

export function createJamfSimulator(options: JamfOptions): Simulator {
  const { fleet, now = Date.now } = options
  return createSimulator({
    now,
    tokenSeconds: options.tokenSeconds ?? 1_200,
    isToken: r => r.url.pathname === '/api/v1/oauth/token',
    devices(request, fault) {
      const { pathname } = request.url
      if (pathname === COMPUTERS) return page(options, request, fault, isComputer, computer)
      if (pathname === `${MOBILE}/detail`) return page(options, request, fault, d => !isComputer(d), mobile)
      const kind = pathname.startsWith(`${COMPUTERS}/`) ? COMPUTERS : pathname.startsWith(`${MOBILE}/`) ? MOBILE : ''
      const device = kind === '' ? undefined : fleet.get(pathname.slice(kind.length + 1))
      return device && isComputer(device) === (kind === COMPUTERS)
        ? json(200, { id: device.id })
        : refusal(404, 'NOT_FOUND')
    },
  })
}

function page(
  { fleet, pageSize = MAX_PAGE }: JamfOptions,
  { url }: SimulatedRequest,
  fault: Fault | undefined,
  wanted: (d: SimulatedDevice) => boolean,
  record: (d: SimulatedDevice) => Record<string, unknown>,
) {
  const size = Math.min(Number(url.searchParams.get('page-size') ?? 100), pageSize)
  const number = fault === 'loop' ? 0 : Number(url.searchParams.get('page') ?? 0)
  const there = fleet.list().filter(wanted)
  const omitted = typeof fault === 'object' && 'omit' in fault ? there[fault.omit % (there.length || 1)] : undefined
  const all = there.filter(d => d !== omitted)
  const sections = new Set(url.searchParams.getAll('section').map(s => SECTIONS[s]))
  const results = all.slice(number * size, (number + 1) * size).map(d => {
    const whole = { ...record(d), ...fleet.oddities.get(d.id) }
    return Object.fromEntries(
      Object.entries(whole).filter(([k, v]) => typeof v !== 'object' || v === null || sections.has(k)),
    )
  })
  return json(200, {
    totalCount: all.length,
    results: fault === 'short' ? results.slice(0, results.length / 2) : results,
  })
}

const SECTIONS: Readonly<Record<string, string>> = {
  GENERAL: 'general',
  HARDWARE: 'hardware',
  OPERATING_SYSTEM: 'operatingSystem',
  DISK_ENCRYPTION: 'diskEncryption',
  USER_AND_LOCATION: 'userAndLocation',
  SECURITY: 'security',
}

const person = (d: SimulatedDevice) => ({
  username: d.user,
  realname: `${CANARY} ${d.id}`,
  email: d.user,
  phone: CANARY,
})

const computer = (d: SimulatedDevice): Record<string, unknown> => ({
  id: d.id,
  udid: `${CANARY}-udid-${d.id}`,
  general: {
    name: d.name,
    lastIpAddress: `${CANARY}-ip`,
    platform: 'Mac',
    remoteManagement: { managed: true, managementUsername: `${CANARY}-admin` },
    lastContactTime: '2026-11-21T08:00:00.123Z',
  },
  hardware: {
    make: 'Apple',
    model: 'MacBook Pro (14-inch, 2023)',
    serialNumber: d.serial,
    macAddress: `${CANARY}-mac`,
  },
  operatingSystem: { name: 'macOS', version: d.osVersion, build: '23F79', fileVault2Status: 'ALL_ENCRYPTED' },
  diskEncryption: {
    bootPartitionEncryptionDetails: { partitionFileVault2State: d.encrypted ? 'ENCRYPTED' : 'UNENCRYPTED' },
  },
  userAndLocation: person(d),
})

const mobile = (d: SimulatedDevice): Record<string, unknown> => ({
  mobileDeviceId: d.id,
  deviceType: d.platform === 'Android' ? 'Android' : 'iOS',
  general: {
    displayName: d.name,
    udid: `${CANARY}-udid-${d.id}`,
    osVersion: d.osVersion,
    managed: true,
    deviceOwnershipType: 'Institutional',
    lastInventoryUpdateDate: '2026-11-21T08:00:00.123Z',
  },
  hardware: { model: 'iPad Air (5th generation)', serialNumber: d.serial, wifiMacAddress: `${CANARY}-mac` },
  security: {
    dataProtected: d.encrypted,
    passcodeCompliantWithProfile: d.compliant,
    jailBreakDetected: false,
  },
  userAndLocation: person(d),
})

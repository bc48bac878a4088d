// The devices of the simulated providers: everything that a real one knows, personal data included.

export interface SimulatedDevice {
  readonly id: string
  readonly serial: string
  readonly platform: 'macOS' | 'Windows' | 'iOS' | 'Android'
  readonly osVersion: string
  readonly compliant: boolean
  readonly encrypted: boolean
  readonly user: string
  readonly name: string
}

/** Members of a provider's record that replace its own, to simulate drift and nonsense. */
export type Oddity = Readonly<Record<string, unknown>>

export interface Fleet {
  /** In the order of their ids. */
  list(): readonly SimulatedDevice[]
  get(id: string): SimulatedDevice | undefined
  add(count: number): readonly SimulatedDevice[]
  change(id: string, facts: Partial<Omit<SimulatedDevice, 'id'>>): void
  remove(id: string): void
  /** Wrong values that a provider reports for this device. */
  oddities: Map<string, Oddity>
}

/** Begins every personal value of a fleet, so that a test can look for all of them at once. */
export const CANARY = 'canary-7f3a'

const PLATFORMS = ['macOS', 'Windows', 'iOS', 'Android'] as const
const VERSIONS = { macOS: '14.5', Windows: '10.0.22631.3593', iOS: '17.5.1', Android: '14' } as const

/** @param platforms which the devices have, in turn. */
export function createFleet(size: number, platforms: readonly SimulatedDevice['platform'][] = PLATFORMS): Fleet {
  const devices = new Map<string, SimulatedDevice>()
  let made = 0
  const add = (count: number): SimulatedDevice[] =>
    Array.from({ length: count }, () => {
      const n = ++made
      const platform = platforms[n % platforms.length] ?? 'macOS'
      const device: SimulatedDevice = {
        id: String(n),
        serial: `C02${String(n).padStart(7, '0')}${CANARY.replace('-', '')}`,
        platform,
        osVersion: VERSIONS[platform],
        compliant: n % 7 !== 0,
        encrypted: n % 5 !== 0,
        user: `${CANARY}-user${n}@corp.example`,
        name: `${CANARY}-name-${n}s-machine`,
      }
      devices.set(device.id, device)
      return device
    })
  add(size)
  return {
    list: () => [...devices.values()],
    get: id => devices.get(id),
    add,
    change(id, facts) {
      const known = devices.get(id)
      if (known) devices.set(id, { ...known, ...facts })
    },
    remove: id => void devices.delete(id),
    oddities: new Map(),
  }
}

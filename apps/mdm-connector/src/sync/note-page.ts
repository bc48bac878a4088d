import { rfc3339, type TenantId } from '@wardline/kernel'
import { mdmDevices } from '@wardline/registries'
import pLimit from 'p-limit'
import type { MdmContext } from '../context.ts'
import type { ProviderDevice } from '../providers/provider.ts'
import { leaveAtTheDoor, type Sighting } from './leave-at-the-door.ts'
import { type Noted, nextDevice, type Place } from './next-device.ts'

export type PageTally = Record<Noted['outcome'], number>

const ATTEMPTS = 4

/** Writes what a page shows of each device, several at a time, each once however often the page names it. */
export async function notePage(
  context: MdmContext,
  tenant: TenantId,
  devices: readonly ProviderDevice[],
  where: Omit<Place, 'at'>,
): Promise<PageTally> {
  const door = { keyring: context.keyring, tenant, connectionId: where.connectionId }
  const place = { ...where, at: rfc3339(context.clock.now()) }
  const sightings = new Map(devices.map(device => leaveAtTheDoor(device, door)).map(s => [s.deviceId, s]))
  const limit = pLimit(context.config.concurrentWrites)
  const outcomes = await Promise.all(
    [...sightings.values()].map(s => limit(() => noteDevice(context, tenant, s, place))),
  )
  const tally: PageTally = { created: 0, changed: 0, unchanged: 0, repeated: 0 }
  for (const outcome of outcomes) tally[outcome]++
  return tally
}

async function noteDevice(
  { registry }: MdmContext,
  tenant: TenantId,
  sighting: Sighting,
  place: Place,
): Promise<Noted['outcome']> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const current = await registry.read(mdmDevices, tenant, sighting.deviceId)
    const { outcome, doc } = nextDevice(current?.doc, sighting, place)
    if (!doc) return outcome
    const written = await registry.write(mdmDevices, tenant, doc, { expect: current?.version ?? 'absent' })
    if (written.ok) return outcome
  }
  throw new Error('a device snapshot is contended: two walks of one connection are under way')
}

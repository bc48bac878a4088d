import { rfc3339, type TenantId } from '@wardline/kernel'
import { mdmDevices } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import pLimit from 'p-limit'
import type { MdmContext } from '../context.ts'
import type { ProviderDevice } from '../providers/provider.ts'
import { leaveAtTheDoor, type Sighting } from './leave-at-the-door.ts'
import { type Noted, nextDevice, type Place } from './next-device.ts'

export type PageTally = Record<Noted['outcome'], number>

/** Writes a page's devices, several at a time, each only once even if the page repeats it. */
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
  // Contended only if two walks of one connection are running.
  const { result } = await update(registry, mdmDevices, tenant, sighting.deviceId, current => {
    const { outcome, doc } = nextDevice(current?.doc, sighting, place)
    return { doc, result: outcome }
  })
  return result
}

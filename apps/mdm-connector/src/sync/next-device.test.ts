import { describe, expect, it } from '@jest/globals'
import type { MdmDeviceDoc, MdmPosture } from '@wardline/registries'
import type { Sighting } from './leave-at-the-door.ts'
import { nextDevice } from './next-device.ts'

const posture: MdmPosture = {
  platform: 'macos',
  os_version: '14.5',
  compliance_state: 'compliant',
  management_state: 'managed',
  encrypted: true,
  jailbroken: null,
  ownership: 'company',
  manufacturer: 'Apple',
  model: 'Mac',
}
const sighting = (facts: Partial<MdmPosture> = {}): Sighting => ({
  deviceId: 'mdd_1',
  fingerprint: 'serial:1',
  sealedReference: 'sealed',
  lastSyncAt: '2026-11-21T08:00:00.000Z',
  posture: { ...posture, ...facts },
})
const place = (walk: number, page = 0) => ({ connectionId: 'mdc_1', walk, page, at: `2026-11-2${walk}T09:30:00.000Z` })
const seen = (walk: number, page = 0): MdmDeviceDoc => nextDevice(undefined, sighting(), place(walk, page)).doc!

describe('a device that is seen', () => {
  it('for the first time is created', () => {
    const { outcome, doc } = nextDevice(undefined, sighting(), place(1))
    expect(outcome).toBe('created')
    expect(doc).toMatchObject({
      ...posture,
      id: 'mdd_1',
      first_seen_at: place(1).at,
      compliance_history: [{ state: 'compliant', at: place(1).at }],
      missing: false,
    })
  })

  it('without a change is unchanged, except for the time', () => {
    const { outcome, doc } = nextDevice(seen(1), sighting(), place(2))
    expect([outcome, doc]).toEqual([
      'unchanged',
      { ...seen(1), last_seen_at: place(2).at, seen_walk: 2, seen_outcome: 'unchanged' },
    ])
  })

  it('with a difference is changed', () => {
    const { outcome, doc } = nextDevice(seen(1), sighting({ compliance_state: 'noncompliant' }), place(2))
    expect(outcome).toBe('changed')
    expect(doc).toMatchObject({ first_seen_at: place(1).at, changed_at: place(2).at })
    expect(doc?.compliance_history).toEqual([
      { state: 'compliant', at: place(1).at },
      { state: 'noncompliant', at: place(2).at },
    ])
  })

  it('after it was missing is changed, and is present again', () => {
    const gone = { ...seen(1), absent_since: place(1).at, missing_since: place(1).at, missing: true }
    const { outcome, doc } = nextDevice(gone, sighting(), place(2))
    expect(outcome).toBe('changed')
    expect(doc).toMatchObject({ absent_since: null, missing_since: null, missing: false })
  })

  it('again on the same page, after a crash, counts as before and writes nothing', () => {
    expect(nextDevice(seen(1, 3), sighting({ os_version: '14.6' }), place(1, 3))).toEqual({ outcome: 'created' })
  })

  it('again on another page, or by a walk that was overtaken, does not count', () => {
    expect(nextDevice(seen(1, 3), sighting(), place(1, 4))).toEqual({ outcome: 'repeated' })
    expect(nextDevice(seen(2), sighting({ os_version: '13' }), place(1))).toEqual({ outcome: 'repeated' })
  })
})

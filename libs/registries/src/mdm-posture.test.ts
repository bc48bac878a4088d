import { describe, expect, it } from '@jest/globals'
import { mdmConfidence, mdmConflicts } from './mdm-posture.ts'

const NOW = Date.parse('2026-11-21T09:30:00Z')

describe('the confidence of a snapshot', () => {
  it.each([
    [{ fingerprint: 'serial:1', last_sync_at: '2026-11-20T00:00:00.000Z', missing: false }, 'high'],
    [{ fingerprint: 'serial:1', last_sync_at: '2026-11-01T00:00:00.000Z', missing: false }, 'medium'],
    [{ fingerprint: 'serial:1', last_sync_at: null, missing: false }, 'medium'],
    [{ fingerprint: null, last_sync_at: '2026-11-20T00:00:00.000Z', missing: false }, 'low'],
    [{ fingerprint: 'serial:1', last_sync_at: '2026-11-20T00:00:00.000Z', missing: true }, 'low'],
  ])('of %j is %s', (device, confidence) => {
    expect(mdmConfidence(device, NOW)).toBe(confidence)
  })
})

describe('agent and provider', () => {
  it.each([
    [{ platform: 'macos', os_version: '14.5' }, { os_family: 'macos', os_version: '14.5' }, []],
    [{ platform: 'macos', os_version: '14.5.1 (23F79)' }, { os_family: 'macos', os_version: '14.5' }, []],
    [{ platform: 'windows', os_version: '10.0.22631.3593' }, { os_family: 'windows', os_version: '10.0.22631' }, []],
    [{ platform: 'unknown', os_version: null }, { os_family: 'macos', os_version: '14.5' }, []],
    [{ platform: 'macos', os_version: '14.5' }, { os_family: null, os_version: null }, []],
    [{ platform: 'macos', os_version: '14.4' }, { os_family: 'macos', os_version: '14.5' }, ['os_version']],
    [{ platform: 'macos', os_version: '14.5' }, { os_family: 'linux', os_version: '6.1' }, ['os_family', 'os_version']],
    [{ platform: 'ios', os_version: '17' }, { os_family: 'macos', os_version: '17' }, ['os_family']],
    [{ platform: 'macos', os_version: 'Sonoma' }, { os_family: 'macos', os_version: '14.5' }, []],
  ] as const)('saying %j and %j disagree about %j', (device, asset, conflicts) => {
    expect(mdmConflicts(device, asset)).toEqual(conflicts)
  })
})

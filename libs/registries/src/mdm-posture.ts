import type { AssetDoc } from './assets.ts'
import type { MdmDeviceDoc, MdmPlatform } from './mdm-devices.ts'

/** If a provider has not heard from a device for longer, its data is outdated. */
const FRESH_MS = 7 * 86_400_000

/** Confidence that a snapshot describes the machine it is linked to, and is current. */
export function mdmConfidence(
  device: Pick<MdmDeviceDoc, 'fingerprint' | 'last_sync_at' | 'missing'>,
  now: number,
): 'high' | 'medium' | 'low' {
  if (device.fingerprint === null || device.missing) return 'low'
  const fresh = device.last_sync_at !== null && now - Date.parse(device.last_sync_at) <= FRESH_MS
  return fresh ? 'high' : 'medium'
}

const FAMILIES: Readonly<Partial<Record<MdmPlatform, string>>> = { macos: 'macos', windows: 'windows', linux: 'linux' }

/** What the agent and the provider disagree about, among the values that both report. */
export function mdmConflicts(
  device: Pick<MdmDeviceDoc, 'platform' | 'os_version'>,
  asset: Pick<AssetDoc, 'os_family' | 'os_version'>,
): ('os_family' | 'os_version')[] {
  const family = device.platform === 'unknown' ? null : (FAMILIES[device.platform] ?? device.platform)
  const conflicts: ('os_family' | 'os_version')[] = []
  if (family !== null && asset.os_family !== null && family !== asset.os_family) conflicts.push('os_family')
  if (device.os_version !== null && asset.os_version !== null && !sameVersion(device.os_version, asset.os_version))
    conflicts.push('os_version')
  return conflicts
}

/** Versions agree as far as the shorter one goes: `14.5` and `14.5.1 (23F79)` do. Texts without numbers are not compared. */
function sameVersion(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  return left.every((n, i) => right[i] === undefined || right[i] === n)
}

const numbersOf = (version: string): number[] =>
  (/\d{1,9}(?:\.\d{1,9}){0,7}/.exec(version)?.[0] ?? '').split('.').filter(Boolean).map(Number)

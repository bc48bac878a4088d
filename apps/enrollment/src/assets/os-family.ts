import type { AgentPlatform, OsFamily } from '@wardline/registries'

const OF_PLATFORM: Readonly<Record<AgentPlatform, OsFamily>> = { darwin: 'macos', windows: 'windows', linux: 'linux' }

const SPELLINGS: Readonly<Record<string, OsFamily>> = {
  macos: 'macos',
  darwin: 'macos',
  osx: 'macos',
  mac: 'macos',
  macosx: 'macos',
  windows: 'windows',
  win: 'windows',
  win32: 'windows',
  windowsnt: 'windows',
  linux: 'linux',
  gnulinux: 'linux',
}

/**
 * The asset's family: the identity's platform decides. A heartbeat's value counts only without one, and is a conflict if
 * it differs.
 */
export function osFamily(
  platform: AgentPlatform | null,
  claimed: string | undefined,
): { readonly family: OsFamily | null; readonly conflict: boolean } {
  const spelled = claimed?.toLowerCase().replace(/[^a-z0-9]/g, '')
  const said = spelled !== undefined && Object.hasOwn(SPELLINGS, spelled) ? SPELLINGS[spelled]! : null
  if (platform === null) return { family: said, conflict: false }
  const family = OF_PLATFORM[platform]
  return { family, conflict: claimed !== undefined && said !== family }
}

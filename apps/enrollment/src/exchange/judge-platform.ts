import { type AgentClass, invalid } from '@wardline/kernel'
import type { AgentPlatform } from '@wardline/registries'

interface Claimed {
  readonly agent_class: AgentClass
  readonly platform?: AgentPlatform
  readonly os_version?: string
}

/** The oldest supported macOS (contract section 1). */
const OLDEST_MACOS = 13
const MACOS_VERSION = /^(\d{1,4})(?:\.\d{1,6}){0,3}$/

/**
 * Checks the class, then the platform, then the operating system, as in docs/architecture.md#the-exchange.
 * @throws Problem `agent_class_mismatch`, `platform_not_accepted`, `validation_failed` or `os_version_not_supported`.
 */
export function judgePlatform(body: Claimed, tokenClass: AgentClass): void {
  if (body.agent_class !== tokenClass)
    throw invalid('/agent_class', 'must be the class that the token is for', 'agent_class_mismatch')
  if (body.agent_class !== 'endpoint') {
    if (body.platform === 'darwin')
      throw invalid('/platform', 'darwin is accepted for agents of class endpoint only', 'platform_not_accepted')
    if (body.os_version !== undefined)
      throw invalid('/os_version', 'is accepted for agents of class endpoint only', 'platform_not_accepted')
  }
  if (body.platform === 'darwin' && body.os_version !== undefined) judgeMacos(body.os_version)
}

function judgeMacos(version: string): void {
  const major = MACOS_VERSION.exec(version)?.[1]
  if (major === undefined) throw invalid('/os_version', 'must be a macOS version such as 14.5')
  if (Number(major) < OLDEST_MACOS)
    throw invalid('/os_version', `must be macOS ${OLDEST_MACOS} or later`, 'os_version_not_supported')
}

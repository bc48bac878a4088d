import { join } from 'node:path'
import { tenantId } from '@wardline/kernel'
import type { ArchiveName } from '@wardline/ports'

const DAY = /^\d{4}-\d\d-\d\d$/
const CLASS = /^[a-z0-9_-]{1,32}$/
const PART = /^[a-z0-9]{1,40}$/

/** `<tenant>/<year>`: some hundred objects in a folder. */
export function folderOf(root: string, { tenantId: tenant, day }: ArchiveName): string {
  return join(root, tenant, day.slice(0, 4))
}

/** Prefix of the files of an object. @throws Error for a name that no object can have. */
export function stemOf({ day, retentionClass, part }: ArchiveName): string {
  if (!DAY.test(day) || !CLASS.test(retentionClass) || !PART.test(part))
    throw new Error('not a name of an archived object')
  return `${day}.${retentionClass}.${part}`
}

export const manifestFile = (name: ArchiveName): string => `${stemOf(name)}.json`

/**
 * These two names are derived from the contents, so that a new version never touches the old one: the manifest says
 * which one is the object.
 */
export const objectFile = (name: ArchiveName, sha256: string): string => `${stemOf(name)}.${sha256.slice(0, 16)}.wla`
export const idsFile = (name: ArchiveName, sha256: string): string => `${stemOf(name)}.${sha256.slice(0, 16)}.ids`

/** The name whose manifest this is; undefined for any other file. */
export function nameOfManifest(tenant: string, file: string): ArchiveName | undefined {
  const [day = '', retentionClass = '', part = '', ending, more] = file.split('.')
  if (ending !== 'json' || more !== undefined) return undefined
  if (!DAY.test(day) || !CLASS.test(retentionClass) || !PART.test(part)) return undefined
  return { tenantId: tenantId(tenant), day, retentionClass, part }
}

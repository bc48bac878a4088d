/** Every file of a backup, with its size and digest. */
export const MANIFEST_NAME = 'manifest.ndjson'

/** An archived object is encrypted already, with a key that is in the registry: it is stored as it is, and shared. */
const isSealed = (path: string): boolean => path.startsWith('archive/') && path.endsWith('.wla')

/** Where a file of an encrypted backup is, below its folder. */
export const encryptedName = (path: string): string => (isSealed(path) ? path : `${path}.age`)

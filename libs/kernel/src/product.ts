/** The release from package.json: written into backups and data folders, never compared. */
export const PRODUCT_VERSION = '0.1.0'

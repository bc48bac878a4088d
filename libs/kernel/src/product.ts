/**
 * The release, as the package.json of the repository has it (a test compares). It is written into backups and data
 * folders, and named by every admin listener, by which a gateway knows which services are of an earlier release.
 */
export const PRODUCT_VERSION = '1.0.0'

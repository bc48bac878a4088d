declare const brand: unique symbol

/** A tenant's id. Branded: only {@link tenantId} makes one, so a cross-tenant read cannot be written by accident. */
export type TenantId = string & { readonly [brand]: 'TenantId' }

const shape = /^ten_[a-z0-9_]{1,60}$/

/**
 * Checks that `value` has the shape of a tenant id. @throws Error if it does not: callers get ids from a principal or a
 * store.
 */
export function tenantId(value: string): TenantId {
  if (!shape.test(value)) throw new Error('not a tenant id')
  return value as TenantId
}

/** Owns the records that belong to the platform itself: authorities, signing keys, tenants. No principal ever has it. */
export const PLATFORM_TENANT = tenantId('ten_platform')

/** The tenant that the first start of the embedded profile creates. */
export const DEFAULT_TENANT = tenantId('ten_default')

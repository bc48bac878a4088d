import type { ApiOperation } from '@wardline/api'

/**
 * The resource of an operation: the last id in its path; for a collection, its view or name and the id of the created
 * record.
 */
export function resourceOf(
  operation: ApiOperation,
  params: Readonly<Record<string, string>>,
  body: unknown,
): { readonly type: string; readonly id: string | null } {
  const inPath = [...operation.path.matchAll(/\{([^}]+)\}/g)].at(-1)?.[1]
  if (inPath) return { type: inPath.replace(/_id$/, ''), id: params[inPath] ?? null }
  const type = operation.view ?? nameOf(operation.path)
  return { type, id: operation.method === 'post' ? madeId(type, body) : null }
}

/** `/api/v1/service-accounts` is about a `service_account`. */
const nameOf = (path: string): string => (path.split('/').at(-1) ?? '').replaceAll('-', '_').replace(/s$/, '')

/** `enrollment_token` has its id in `token_id`, `service_account` in `service_account_id`. */
function madeId(type: string, body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const members = body as Record<string, unknown>
  const id = members[`${type}_id`] ?? members[`${type.split('_').at(-1)}_id`]
  return typeof id === 'string' ? id : null
}

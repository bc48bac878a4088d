interface User {
  readonly name?: unknown
  readonly domain?: unknown
  readonly uid?: unknown
  readonly email_addr?: unknown
  readonly full_name?: unknown
}
interface Endpoint {
  readonly ip?: unknown
  readonly hostname?: unknown
  readonly mac?: unknown
}

/** The users and endpoints of an event's OCSF objects, wherever they occur in the compact core. */
export function partiesOf(objects: Readonly<Record<string, unknown>>): { users: User[]; endpoints: Endpoint[] } {
  const at = (holder: unknown, name: string): unknown =>
    typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[name] : undefined
  const { actor, user, process, src_endpoint, dst_endpoint, device } = objects
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  return {
    users: [at(actor, 'user'), user, at(process, 'user'), at(at(process, 'parent_process'), 'user')].filter(isObject),
    endpoints: [src_endpoint, dst_endpoint, device].filter(isObject),
  }
}

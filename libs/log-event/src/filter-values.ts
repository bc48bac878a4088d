import { foldText } from '@wardline/kernel'
import { partiesOf } from './parties.ts'

/** The users and endpoints of an event, folded, at most 32 of each. For internal roles only. */
export interface FilterValues {
  readonly users: readonly string[]
  readonly ips: readonly string[]
  readonly hosts: readonly string[]
}

const MAX_VALUES = 32

/** Folded like query values, so that exact filters match them. */
const fold = (value: string): string => (/^[\x20-\x7e]*$/.test(value) ? value.toLowerCase() : foldText(value))

/** Values of the exact filters `user`, `ip` and `host`. */
export function filterValues(objects: Readonly<Record<string, unknown>>): FilterValues {
  const { users, endpoints } = partiesOf(objects)
  const values = { users: new Set<string>(), ips: new Set<string>(), hosts: new Set<string>() }
  const add = (set: Set<string>, value: unknown) => {
    if (typeof value === 'string' && value !== '' && value.length <= 512 && set.size < MAX_VALUES) set.add(fold(value))
  }
  for (const { name, domain, email_addr } of users) {
    add(values.users, name)
    add(values.users, email_addr)
    if (typeof name === 'string' && typeof domain === 'string') add(values.users, `${domain}\\${name}`)
  }
  for (const { ip, hostname } of endpoints) {
    add(values.ips, ip)
    add(values.hosts, hostname)
  }
  return { users: [...values.users], ips: [...values.ips], hosts: [...values.hosts] }
}

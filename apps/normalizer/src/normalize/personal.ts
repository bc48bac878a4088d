import { partiesOf } from '@wardline/log-event'
import type { PersonalValue } from '@wardline/redaction'
import type { Flat } from './fields.ts'

/**
 * Personal values of the structured fields, which must not appear in clear in the summary
 * (docs/architecture.md#normalized-log-events). The policy decides which of them name nobody (`root`, `SYSTEM`,
 * loopback addresses): `isPersonal` in @wardline/redaction is the only list of those.
 */
export function personalValues(
  objects: Readonly<Record<string, unknown>>,
  fields: Flat,
  named: Readonly<Record<string, PersonalValue['type']>> = {},
): PersonalValue[] {
  const { users, endpoints } = partiesOf(objects)
  const out: PersonalValue[] = []
  const seen = new Set<string>()
  const add = (type: PersonalValue['type'], value: unknown) => {
    if (typeof value !== 'string' || value.length < 1 || value.length > 256) return
    const key = `${type} ${value}`
    if (seen.has(key)) return
    seen.add(key)
    out.push({ type, value })
  }
  for (const user of users) {
    add('user', user.name)
    add('email', user.email_addr)
    add('name', user.full_name)
    if (typeof user.uid === 'string' && user.uid.startsWith('S-1-')) add('sid', user.uid)
  }
  for (const endpoint of endpoints) {
    add('ip', endpoint.ip)
    add('mac', endpoint.mac)
    add('host', endpoint.hostname)
  }
  // The domain of a local account is the machine's own name.
  for (const user of users) add('host', user.domain)
  // What the source's pack says of its fields.
  for (const name in named) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    for (const one of Array.isArray(value) ? value : [value]) add(named[name]!, one)
  }
  const group = (objects.group as { name?: unknown } | undefined)?.name
  // Fields that no mapping read may still hold somebody's name. Their own names tell.
  for (const name in fields) {
    const value = fields[name]
    if (typeof value !== 'string' || value.length < 2 || value.length > 128 || WORD_VALUE.test(value)) continue
    if (value === group || !NAMES_SOMEONE.test(name)) continue
    add(typeOfField(name, value), value)
  }
  return out
}

/** Names of fields that hold a person's or an account's name. */
const NAMES_SOMEONE =
  /(?:user|account|login|owner|employee|customer|member|recipient|sender|(?:full|first|last|given|sur|display|family)_?name|e_?mail|phone)(?:_?name|_?address|_?number)?$/i

/** `full_name` names a person and not an account, whatever stands in it. */
function typeOfField(field: string, value: string): PersonalValue['type'] {
  if (/phone(?:_?number)?$/i.test(field)) return 'phone'
  if (/(?:full|first|last|given|sur|display|family)_?name$/i.test(field)) return 'name'
  return value.includes('@') && /(?:recipient|sender|e_?mail)(?:_?name|_?address)?$/i.test(field) ? 'email' : 'user'
}

/** Numbers and switches, which name nobody. */
const WORD_VALUE = /^(?:\d{1,4}|true|false|yes|no|on|off|user|admin|administrator)$/i

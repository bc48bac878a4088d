import { isIP } from 'node:net'
import { IMPERSONAL_DOMAINS, isPersonal } from '../personal.ts'
import type { PersonalType } from '../redactor.ts'

/** What a value of these types looks like. The values of other types are names, which look like anything. */
const FORMS: Partial<Record<PersonalType, RegExp>> = {
  mac: /^(?:[0-9a-f]{2}[:-]?){5}[0-9a-f]{2}$/i,
  sid: /^s-1(?:-\d{1,10}){1,15}$/i,
}

/**
 * The type of the pseudonym that a value in a field of a type gets; undefined if the value is known to point to nobody
 * (`root`, `NT AUTHORITY\SYSTEM`, `::1`). What lacks the form of its type, like a name in the place of an address, is an
 * unknown word.
 */
export function pseudonymType(type: PersonalType, value: string): PersonalType | undefined {
  if (isPersonal(type, value)) return type
  return namesNobody(type, value) ? undefined : 'word'
}

function namesNobody(type: PersonalType, value: string): boolean {
  if (isPersonal(type, value)) return false
  if (/^(?:|-|\*|\?|\(?(?:null|unknown)\)?|nil|none|n\/a|undefined)$/i.test(value)) return true
  if (type === 'ip') return isIP(value) !== 0
  const slash = value.lastIndexOf('\\')
  if (slash >= 0) {
    const [domain, account] = [value.slice(0, slash), value.slice(slash + 1)]
    return type === 'user' && IMPERSONAL_DOMAINS.has(domain.toLowerCase()) && namesNobody(type, account)
  }
  const form = FORMS[type]
  return form === undefined ? type === 'user' || type === 'host' || type === 'name' : form.test(value)
}

import { isIP } from 'node:net'
import { IMPERSONAL_DOMAINS, isPersonal } from '../personal.ts'
import type { PersonalType, Pseudonym } from '../redactor.ts'

/** What a value of these types looks like. The values of other types are names, which look like anything. */
const FORMS: Partial<Record<PersonalType, RegExp>> = {
  mac: /^(?:[0-9a-f]{2}[:-]?){5}[0-9a-f]{2}$/i,
  sid: /^s-1(?:-\d{1,10}){1,15}$/i,
}

/**
 * A value of a field of a type, as those see it who may not see people: its pseudonym, or the value itself if it is known
 * to point to nobody (`root`, `NT AUTHORITY\SYSTEM`, `::1`). What lacks the form of its type, like a name in the place of
 * an address, is an unknown word.
 */
export function withoutPerson(type: PersonalType, value: string, pseudonym: Pseudonym): string {
  const shown = pseudonymType(type, value)
  return shown === undefined ? value : pseudonym(shown, value)
}

function pseudonymType(type: PersonalType, value: string): PersonalType | undefined {
  if (isPersonal(type, value)) return type
  return namesNobody(type, value) ? undefined : 'word'
}

/** @param value one that {@link isPersonal} does not take for a person's */
function namesNobody(type: PersonalType, value: string): boolean {
  if (/^(?:|-|\*|\?|\(?(?:null|unknown)\)?|nil|none|n\/a|undefined)$/i.test(value)) return true
  if (type === 'ip') return isIP(value) !== 0
  const slash = value.lastIndexOf('\\')
  if (slash >= 0) {
    const [domain, account] = [value.slice(0, slash), value.slice(slash + 1)]
    return type === 'user' && IMPERSONAL_DOMAINS.has(domain.toLowerCase()) && pseudonymType(type, account) === undefined
  }
  const form = FORMS[type]
  return form === undefined ? type === 'user' || type === 'host' || type === 'name' : form.test(value)
}

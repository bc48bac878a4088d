import { foldValue, isPersonal } from '../personal.ts'
import type { PersonalType, PersonalValue } from '../redactor.ts'

/**
 * Joins what one event says of one account: an e-mail address whose local part is the name of an account that the event
 * names is that account, and has its pseudonym (ADR 25).
 * @param known personal values of the event's own fields
 */
export function identitiesOf(known: readonly PersonalValue[]): (type: PersonalType, value: string) => PersonalValue {
  const accounts = new Set(
    known
      .filter(({ type, value }) => type === 'user' && isPersonal(type, value))
      .map(one => foldValue('user', one.value)),
  )
  return (type, value) => {
    const local = type === 'email' && accounts.size > 0 ? value.slice(0, value.lastIndexOf('@')) : ''
    return local !== '' && accounts.has(foldValue('user', local)) ? { type: 'user', value: local } : { type, value }
  }
}

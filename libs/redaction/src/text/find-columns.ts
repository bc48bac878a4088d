import type { Report } from '../findings/finding.ts'
import { eachMatch, patterns, tailStart } from '../findings/patterns.ts'
import { isPersonal } from '../personal.ts'
import type { PersonalType } from '../redactor.ts'
import { isPlain } from './plain.ts'
import type { Features } from './scan.ts'

/** Most accounts of a list in a text. */
const MOST_LISTED = 64

/** Reports names where the form of a line says that one stands: columns of servers, DNs, ARNs, lists, names in quotes. */
export function findColumns(text: string, has: Features, report: Report): void {
  const found = (start: number, value: string, type: PersonalType): void => {
    if (isPersonal(type, value)) report(start, start + value.length, { personal: type, value })
  }
  /** The first group, which is the match's tail. What only has words that are nobody's name stays, if `prose`. */
  const tail = (pattern: RegExp, type: PersonalType = 'user', prose = false): void =>
    eachMatch(pattern, text, m => {
      const value = (m[1] as string).trimEnd()
      if (!(prose && isPlain(value.toLowerCase()))) found(tailStart(m, m[1] as string), value, type)
    })

  if (has.equals || has.colons > 0) {
    tail(patterns.quotedKey, 'user', true)
    tail(patterns.quotedName, 'name')
  }
  if (has.equals) {
    tail(patterns.uidKey, 'user', true)
    tail(patterns.commonName, 'name', true)
  }
  if (has.slash) {
    tail(patterns.slashUser)
    tail(patterns.squidUser)
    if (has.bracket) tail(patterns.webUser)
    if (has.colons >= 5) tail(patterns.arnUser)
  }
  if (has.dots >= 3 && has.colons > 0) tail(patterns.vpnUser)
  if (!has.bracket) return
  tail(patterns.vpnPeer)
  eachMatch(patterns.userList, text, m => findListed(text, m.index + m[0].length, found))
}

const LISTED = /[\s,]{0,8}\\?(["'])([^"'\\\r\n]{1,128})\\?\1/y

function findListed(text: string, at: number, found: (start: number, value: string, type: PersonalType) => void): void {
  LISTED.lastIndex = at
  for (let i = 0; i < MOST_LISTED; i++) {
    const m = LISTED.exec(text)
    if (!m) return
    const value = m[2] as string
    found(m.index + m[0].lastIndexOf(value), value, /.@./.test(value) ? 'email' : 'user')
  }
}

import type { Report } from '../findings/finding.ts'
import { eachMatch, patterns, tailStart } from '../findings/patterns.ts'
import { isPersonal } from '../personal.ts'
import type { PersonalType } from '../redactor.ts'
import { isPlain } from './plain.ts'
import { type Features, walkBack } from './scan.ts'

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

  /** What stands before a match, back to a blank. */
  const before = (pattern: RegExp): void =>
    eachMatch(pattern, text, m => {
      const start = walkBack(text, m.index, isNameCode, 64)
      const value = text.slice(start, m.index)
      if (/^[A-Za-z]/.test(value) && !/[/:=]/.test(value)) found(start, value, 'user')
    })

  if (has.colons >= 2)
    for (const pattern of [patterns.syslogHost, patterns.syslogHostNew])
      eachMatch(pattern, text, m => {
        const host = m[1] as string
        // A level may stand there, or the name of a program.
        if (!/^[A-Za-z]{1,12}$/.test(host) || !isPlain(host.toLowerCase())) found(tailStart(m, host), host, 'host')
      })
  // The short expressions decide whether the long ones need to look.
  if ((has.equals || has.colons > 0) && /[=:][ \t]{0,4}\\?["'`]/.test(text)) {
    tail(patterns.quotedKey, 'user', true)
    tail(patterns.quotedName, 'name')
  }
  if (has.equals) {
    tail(patterns.uidKey, 'user', true)
    tail(patterns.commonName, 'name', true)
  }
  if (has.slash) {
    if (/[A-Z]\/[a-z]/.test(text)) tail(patterns.slashUser)
    if (/(?:TCP|UDP|NONE)[A-Z_]{0,40}\/\d{3}/.test(text)) tail(patterns.squidUser)
    if (has.bracket) before(patterns.webTime)
    if (has.colons >= 5) tail(patterns.arnUser)
  }
  if (has.dots >= 3 && has.colons > 0) before(patterns.vpnAddress)
  if (!has.bracket) return
  tail(patterns.vpnPeer)
  if (/\[\s{0,4}\\?["']/.test(text))
    eachMatch(patterns.userList, text, m => findListed(text, m.index + m[0].length, found))
}

/** No blank, quotation mark, bracket or comma. */
const isNameCode = (c: number): boolean =>
  c > 0x20 && c !== 0x22 && c !== 0x27 && c !== 0x28 && c !== 0x2c && c !== 0x5b && c !== 0x5c

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

import type { Report } from '../findings/finding.ts'
import { eachMatch, patterns, tailStart } from '../findings/patterns.ts'
import { isPersonal } from '../personal.ts'
import type { PersonalType } from '../redactor.ts'
import { askHinted, type Detector } from './hint.ts'
import { isPlain } from './plain.ts'
import { type Features, walkBack } from './scan.ts'

/** Most accounts of a list in a text. */
const MOST_LISTED = 64

/** Detectors of columns that need certain words. */
export const columnDetectors: readonly Detector[] = [
  detector('quotedKey', (text, report) => {
    if (OPENS_QUOTE.test(text)) findTails(text, report, patterns.quotedKey, 'user', true)
  }),
  detector('quotedName', (text, report) => {
    if (OPENS_QUOTE.test(text)) findTails(text, report, patterns.quotedName, 'name')
  }),
  detector('uidKey', (text, report) => findTails(text, report, patterns.uidKey, 'user', true)),
  detector('commonName', (text, report) => findTails(text, report, patterns.commonName, 'name', true)),
  detector('arnUser', (text, report) => findTails(text, report, patterns.arnUser)),
  detector('vpnPeer', (text, report) => findTails(text, report, patterns.vpnPeer)),
  detector('userList', (text, report) => {
    if (OPENS_LIST.test(text)) eachMatch(patterns.userList, text, m => findListed(text, report, m.index + m[0].length))
  }),
]

function detector(name: keyof typeof patterns, find: Detector['find']): Detector {
  return { name, needs: [patterns[name]], find }
}

// The short expressions decide whether the long ones need to look.
const OPENS_QUOTE = /[=:][ \t]{0,4}\\?["'`]/
const OPENS_LIST = /\[\s{0,4}\\?["']/

/** Reports names where the form of a line says that one stands: columns of servers, DNs, ARNs, lists, names in quotes. */
export function findColumns(text: string, has: Features, hinted: number, report: Report): void {
  if (has.colons >= 2)
    for (const pattern of [patterns.syslogHost, patterns.syslogHostNew])
      eachMatch(pattern, text, m => {
        const host = m[1] as string
        // A level may stand there, or the name of a program.
        if (!/^[A-Za-z]{1,12}$/.test(host) || !isPlain(host.toLowerCase()))
          found(report, tailStart(m, host), host, 'host')
      })
  askHinted(columnDetectors, hinted, text, report)
  if (has.slash) {
    if (/[A-Z]\/[a-z]/.test(text)) findTails(text, report, patterns.slashUser)
    if (/(?:TCP|UDP|NONE)[A-Z_]{0,40}\/\d{3}/.test(text)) findTails(text, report, patterns.squidUser)
    if (has.bracket) findBefore(text, report, patterns.webTime)
  }
  if (has.dots >= 3 && has.colons > 0) findBefore(text, report, patterns.vpnAddress)
}

function found(report: Report, start: number, value: string, type: PersonalType): void {
  if (isPersonal(type, value)) report(start, start + value.length, { personal: type, value })
}

/** The first group, which is the match's tail. What only has words that are nobody's name stays, if `prose`. */
function findTails(text: string, report: Report, pattern: RegExp, type: PersonalType = 'user', prose = false): void {
  eachMatch(pattern, text, m => {
    const value = (m[1] as string).trimEnd()
    if (!(prose && isPlain(value.toLowerCase()))) found(report, tailStart(m, m[1] as string), value, type)
  })
}

/** What stands before a match, back to a blank. */
function findBefore(text: string, report: Report, pattern: RegExp): void {
  eachMatch(pattern, text, m => {
    const start = walkBack(text, m.index, isNameCode, 64)
    const value = text.slice(start, m.index)
    if (/^[A-Za-z]/.test(value) && !/[/:=]/.test(value)) found(report, start, value, 'user')
  })
}

/** No blank, quotation mark, bracket or comma. */
const isNameCode = (c: number): boolean =>
  c > 0x20 && c !== 0x22 && c !== 0x27 && c !== 0x28 && c !== 0x2c && c !== 0x5b && c !== 0x5c

const LISTED = /[\s,]{0,8}\\?(["'])([^"'\\\r\n]{1,128})\\?\1/y

function findListed(text: string, report: Report, at: number): void {
  LISTED.lastIndex = at
  for (let i = 0; i < MOST_LISTED; i++) {
    const m = LISTED.exec(text)
    if (!m) return
    const value = m[2] as string
    found(report, m.index + m[0].lastIndexOf(value), value, /.@./.test(value) ? 'email' : 'user')
  }
}

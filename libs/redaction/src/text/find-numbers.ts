import type { Report } from '../findings/finding.ts'
import { eachMatch, patterns, tailStart } from '../findings/patterns.ts'
import { askHinted, type Detector } from './hint.ts'
import type { Features, Stretch } from './scan.ts'

/** Detectors of numbers that need certain words. */
export const numberDetectors: readonly Detector[] = [
  { name: 'phoneKey', needs: [patterns.phoneKey], find: findCalled },
  { name: 'birthKey', needs: [patterns.birthKey], find: (text, report) => findTails(patterns.birthKey, text, report) },
  { name: 'plateKey', needs: [patterns.plateKey], find: findPlatesOfKeys },
  { name: 'personKey', needs: [patterns.personKey], find: findOfPersonKeys },
  { name: 'placeKey', needs: [patterns.placeKey], find: (text, report) => findTails(patterns.placeKey, text, report) },
]

/** Reports telephone numbers, payment cards, bank accounts, and numbers of people that are written in groups. */
export function findNumbers(text: string, has: Features, hinted: number, report: Report): void {
  if (has.digits < 2) return
  askHinted(numberDetectors, hinted, text, report)
  const accounts = (pattern: RegExp): void => eachMatch(pattern, text, m => account(report, m.index, m[0]))
  if (has.capitals > 0 && (has.dashes > 0 || has.capitals > 4)) accounts(patterns.plate)
  if (has.digits < 6) return
  if (has.plus) eachMatch(patterns.phone, text, m => phone(report, m.index, m[0], 8))
  if (has.capitals > 2) accounts(patterns.nino)
  if (has.dots > 1) findPlaces(text, report)
  // Of Corsica, with a letter amid the digits.
  if (has.digits > 11) accounts(patterns.nir)
  if (has.capitals > 1 && has.digits > 8) findIbans(text, report)
  for (const stretch of has.numbers) findInStretch(text, stretch, report)
}

/** What may stand around a number and tell what it is: a time, a path, more digits. */
const AROUND = 8

/** Numbers that consist of digits and signs alone. */
function findInStretch(text: string, { start, end, digits }: Stretch, report: Report): void {
  const from = Math.max(0, start - AROUND)
  const part = text.slice(from, end + AROUND)
  const found = (at: number, value: string): void => account(report, from + at, value)
  const phones = (pattern: RegExp): void => eachMatch(pattern, part, m => phone(report, from + m.index, m[0], 9))
  eachMatch(patterns.oldDate, part, m => {
    if (!ZERO_DAY.test(m[0])) found(m.index, m[0])
  })
  if (digits < 9) return
  eachMatch(patterns.phoneTrunk, part, m => {
    if (!DATE.test(m[0]) && !/^\d{3}-\d{2}-\d{4}$/.test(m[0])) phone(report, from + m.index, m[0], 9)
  })
  phones(patterns.phoneAbroad)
  eachMatch(patterns.birthNumber, part, m => found(m.index, m[0]))
  if (digits < 10) return
  phones(patterns.phoneUs)
  eachMatch(patterns.cpf, part, m => found(m.index, m[0]))
  if (digits < 12) return
  eachMatch(patterns.aadhaar, part, m => {
    if (isVerhoeff(digitsOf(m[0]))) found(m.index, m[0])
  })
  eachMatch(patterns.card, part, m => {
    if (isCard(digitsOf(m[0]))) found(m.index, m[0])
  })
}

function account(report: Report, start: number, value: string): void {
  report(start, start + value.length, { personal: 'account', value })
}

/** The first group, which is the match's tail. */
function findTails(pattern: RegExp, text: string, report: Report): void {
  eachMatch(pattern, text, m => account(report, tailStart(m, m[1] as string), m[1] as string))
}

function findOfPersonKeys(text: string, report: Report): void {
  eachMatch(patterns.personKey, text, m => {
    const value = m[1] as string
    if (digitsOf(value).length >= 5 && !DATE.test(value)) account(report, tailStart(m, value), value)
  })
}

function findIbans(text: string, report: Report): void {
  eachMatch(patterns.iban, text, m => {
    const length = ibanAt(m[0])
    if (length > 0) account(report, m.index, m[0].slice(0, length))
  })
}

/** Without the word behind it. */
const PLATE = /^[A-Z0-9ÄÖÜ]{1,4}(?:[ -][A-Z0-9]{1,5}){0,2}(?![a-z])/

/** Number plates behind a word for one. A word or a number alone is none. */
function findPlatesOfKeys(text: string, report: Report): void {
  eachMatch(patterns.plateKey, text, m => {
    const all = m[1] as string
    const value = PLATE.exec(all)?.[0] ?? ''
    if (/\d/.test(value) && /[A-Z]/.test(value) && value.length >= 5) account(report, tailStart(m, all), value)
  })
}

/** Where somebody is, as coordinates. */
function findPlaces(text: string, report: Report): void {
  eachMatch(patterns.place, text, m => {
    const [latitude, longitude] = (m[0].match(/-?\d{1,3}\.\d/g) ?? []).map(Number)
    if (Math.abs(latitude ?? 91) <= 90 && Math.abs(longitude ?? 181) <= 180) account(report, m.index, m[0])
  })
}

function phone(report: Report, start: number, value: string, least: number): void {
  const digits = digitsOf(value).length
  if (digits >= least && digits <= 15) report(start, start + value.length, { personal: 'phone', value })
}

function findCalled(text: string, report: Report): void {
  eachMatch(patterns.phoneKey, text, m => {
    const value = m[1] as string
    if (!DATE.test(value)) phone(report, tailStart(m, value), value, 7)
  })
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
/** Days from which systems count, and dates of systems without a clock. */
const ZERO_DAY =
  /^(?:1970|1980|1999|2000|2001)[-/](?:01[-/]01|12[-/]31)$|^(?:01[./]01|31[./]12)[./](?:1970|1980|1999|2000|2001)$/
/** Digits in groups that are a date or a time. */
const DATE = /^(?:\d{4}[-/.]\d{2}[-/.]\d{2}|\d{2}[-/.]\d{2}[-/.]\d{4})/

/** The checksum of Verhoeff (1969), which the numbers of Aadhaar have. */
function isVerhoeff(digits: string): boolean {
  let check = 0
  for (let i = 0; i < digits.length; i++) {
    let d = digits.charCodeAt(digits.length - 1 - i) - 48
    for (let k = i % 8; k > 0; k--) d = VERHOEFF.charCodeAt(d) - 48
    check = multiplied(check, d)
  }
  return check === 0
}
/** The permutation of one place. */
const VERHOEFF = '1576283094'
/** The product in the dihedral group of ten elements. */
function multiplied(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b - 5) % 5)
  return b < 5 ? 5 + ((a - 5 - b + 5) % 5) : (a - b + 5) % 5
}

/** Ranges that schemes issue (ISO/IEC 7812), so that a time stamp does not count as a card; then Luhn. */
const SCHEMES = /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[068]\d{12}|35\d{14}|6\d{15,18})$/

export function isCard(digits: string): boolean {
  if (!SCHEMES.test(digits)) return false
  let sum = 0
  for (let i = digits.length - 1, double = false; i >= 0; i--, double = !double) {
    const d = digits.charCodeAt(i) - 48
    sum += double ? (d > 4 ? 2 * d - 9 : 2 * d) : d
  }
  return sum % 10 === 0
}

/** Lengths by country (ISO 13616 registry). */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 ' +
    'IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 ' +
    'SD18 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map(entry => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** How many characters of `text` are a bank account number whose checksum holds (ISO 13616); 0 when none. */
export function ibanAt(text: string): number {
  const length = IBAN_LENGTHS.get(text.slice(0, 2))
  if (length === undefined) return 0
  let compact = ''
  let i = 0
  for (; i < text.length && compact.length < length; i++) if (text[i] !== ' ') compact += text[i]
  if (compact.length < length || /^[A-Z0-9]/.test(text.slice(i, i + 1))) return 0
  let remainder = 0
  for (const c of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(c, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1 ? i : 0
}

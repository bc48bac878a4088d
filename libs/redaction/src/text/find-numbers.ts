import type { Report } from '../findings/finding.ts'
import { eachMatch, patterns } from '../findings/patterns.ts'
import type { Features } from './scan.ts'

/** Reports telephone numbers, payment cards and bank accounts. */
export function findNumbers(text: string, has: Features, report: Report): void {
  if (has.digits < 10) return
  if (has.plus) {
    eachMatch(patterns.phone, text, m => {
      const digits = m[0].replace(/\D/g, '').length
      if (digits >= 8 && digits <= 15) report(m.index, m.index + m[0].length, { personal: 'phone', value: m[0] })
    })
  }
  if (has.dashes > 0) {
    eachMatch(patterns.phoneUs, text, m => report(m.index, m.index + m[0].length, { personal: 'phone', value: m[0] }))
  }
  if (has.digits >= 13) {
    eachMatch(patterns.card, text, m => {
      if (isCard(m[0].replace(/\D/g, ''))) report(m.index, m.index + m[0].length, { personal: 'account', value: m[0] })
    })
    eachMatch(patterns.iban, text, m => {
      const length = ibanAt(m[0])
      if (length > 0) report(m.index, m.index + length, { personal: 'account', value: m[0].slice(0, length) })
    })
  }
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

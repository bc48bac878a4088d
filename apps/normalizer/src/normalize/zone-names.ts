/** Minutes east of UTC of names that mean the same offset wherever they are used. */
const OFFSETS: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 60,
  CET: 60,
  CEST: 120,
  MET: 60,
  MEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  SAST: 120,
  PKT: 300,
  WIB: 420,
  HKT: 480,
  SGT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  ACDT: 630,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  EDT: -240,
  MDT: -360,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
}
/** Names that several countries use for different offsets: they are skipped, and the source's zone counts. */
const AMBIGUOUS = ['EST', 'CST', 'CDT', 'MST', 'PST', 'IST', 'BST', 'AST', 'ADT', 'ART', 'GST', 'BRT']

/** The part of a pattern that takes the name of a zone. */
export const ZONE_WORD = [...Object.keys(OFFSETS), ...AMBIGUOUS].sort((a, b) => b.length - a.length).join('|')

/** Minutes east of UTC for `Z`, `CET`, `+01:00`, `-0730`, `+02`; undefined if the text does not say one offset. */
export function offsetMinutes(zone: string): number | undefined {
  const upper = zone === 'z' ? 'Z' : zone
  if (Object.hasOwn(OFFSETS, upper)) return OFFSETS[upper]
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!match) return undefined
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return minutes > 18 * 60 ? undefined : match[1] === '-' ? -minutes : minutes
}

const REGION = /^[A-Z][A-Za-z_]{1,31}(?:\/[A-Z][A-Za-z_+-]{1,31}){1,2}$/
const known = new Set(Intl.supportedValuesOf('timeZone'))

/** Whether this is an IANA name such as `Europe/Zurich`. */
export const isRegion = (zone: string): boolean => REGION.test(zone) && known.has(zone)

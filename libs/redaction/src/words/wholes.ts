import { isIPv6 } from 'node:net'
import { ID_PREFIXES } from '@wardline/kernel'
import { isPersonal } from '../personal.ts'
import { CHARACTER } from './characters.ts'

/** Ids of our own: random, so that they say nothing. */
const OUR_ID = new RegExp(`(?:${ID_PREFIXES.join('|')})_[a-z2-7]{26}(?![a-z0-9_])`, 'iy')
const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![a-z0-9])/iy
/** `en-US`, `en;q=0.9`: no name is written like that. */
const LANGUAGE = /[a-z]{2}(?:-[A-Z]{2}(?![A-Za-z0-9])|(?=;q=[01]))/y
/** Groups of digits with dashes between them, like numbers of people and cards. */
const GROUPS = /(?<![\w-])\d{1,12}(?:-\d{1,12}){1,7}(?![\w-])/y
const DATE = /^(?:(?:19|20)\d\d-\d\d-\d\d|\d{1,2}-\d{1,2}-(?:19|20)\d\d)$/
/** Addresses that are still there are nobody's, or no addresses. */
const MAC = /[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}(?![\w:-])/iy
const IPV6 = /[0-9a-f]{1,4}:[0-9a-f:]{1,35}(?!\w)/iy
/** Digits of a group from which on it may be a telephone number. */
const MOST_DIGITS = 6

export interface Whole {
  readonly end: number
  readonly stays: boolean
}

/** What begins at `at` and consists of several runs, but is one thing; undefined when nothing does. */
export function wholeAt(text: string, at: number, limit: number, first: number): Whole | undefined {
  if (first === CHARACTER.lower && text.charCodeAt(at + 3) === 0x5f) return matchAt(OUR_ID, text, at, limit, true)
  const third = text.charCodeAt(at + 2)
  if (first === CHARACTER.lower && (third === 0x2d || third === 0x3b)) {
    const language = matchAt(LANGUAGE, text, at, limit, true)
    if (language) return language
  }
  if (first !== CHARACTER.digit && !isHexLetter(text.charCodeAt(at))) return undefined
  if (text.charCodeAt(at + 8) === 0x2d) {
    const guid = matchAt(GUID, text, at, limit, false)
    if (guid) return guid
  }
  return addressAt(text, at, limit) ?? (first === CHARACTER.digit ? groupsAt(text, at, limit) : undefined)
}

function addressAt(text: string, at: number, limit: number): Whole | undefined {
  const third = text.charCodeAt(at + 2)
  const mac = third === 0x3a || third === 0x2d ? matchAt(MAC, text, at, limit, true) : undefined
  if (mac) return { ...mac, stays: !isPersonal('mac', text.slice(at, mac.end)) }
  const ip = hasColon(text, at) ? matchAt(IPV6, text, at, limit, true) : undefined
  const address = ip && text.slice(at, ip.end)
  return address !== undefined && isIPv6(address) && !isPersonal('ip', address) ? ip : undefined
}

/** A group of an IPv6 address has four digits at most. */
const hasColon = (text: string, at: number): boolean => {
  for (let i = at + 1; i < at + 5; i++) if (text.charCodeAt(i) === 0x3a) return true
  return false
}

function groupsAt(text: string, at: number, limit: number): Whole | undefined {
  const groups = matchAt(GROUPS, text, at, limit, false)
  if (!groups) return undefined
  const number = text.slice(at, groups.end)
  return number.length - number.split('-').length + 1 <= MOST_DIGITS || DATE.test(number) ? undefined : groups
}

function matchAt(pattern: RegExp, text: string, at: number, limit: number, stays: boolean): Whole | undefined {
  pattern.lastIndex = at
  return pattern.test(text) && pattern.lastIndex <= limit ? { end: pattern.lastIndex, stays } : undefined
}

const isHexLetter = (c: number): boolean => (c >= 0x61 && c <= 0x66) || (c >= 0x41 && c <= 0x46)

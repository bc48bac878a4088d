import ipaddr from 'ipaddr.js'
import { isSpecialAddress } from './special-addresses.ts'

/**
 * Hosts that requests may go to although their address, or plain http, would be refused: `host:port` of
 * `WARDLINE_EGRESS_ALLOW`.
 */
export type EgressAllowance = ReadonlySet<string>

/** @throws Error when an entry is not `host:port` (an IPv6 address in brackets). */
export function readAllowance(entries: readonly string[]): EgressAllowance {
  return new Set(
    entries.map(entry => {
      const url = URL.canParse(`http://${entry}/`) ? new URL(`http://${entry}/`) : undefined
      if (!url || !/:\d{1,5}$/.test(entry) || url.pathname !== '/' || url.username !== '')
        throw new Error('host:port entries, separated by commas, are expected')
      return `${url.hostname}:${entry.slice(entry.lastIndexOf(':') + 1)}`
    }),
  )
}

const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

export const isAllowed = (url: URL, allowance: EgressAllowance): boolean =>
  allowance.has(`${url.hostname}:${url.port || PORTS[url.protocol]}`)

/** Whether an address is one of the public Internet, in whichever notation it is written. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  return plain.range() === 'unicast' && !isSpecialAddress(plain.toString(), plain.kind())
}

/** Whether no public resolver knows a host name: no stranger can point one at this machine. */
export const isPrivateName = (hostname: string): boolean => PRIVATE_NAME.test(hostname)

/**
 * Names that no public resolver knows: a single label, which a search list may complete to anything, and IANA's
 * special-use domains for private networks.
 */
const PRIVATE_NAME = /^[^.:]+\.?$|\.(?:localhost|local|internal|home\.arpa|onion|alt)\.?$/

/** Faults of a URL that can be found without a resolver; undefined if there are none. */
export function urlFault(text: string, allowance: EgressAllowance): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'must not contain credentials'
  if (isAllowed(url, allowance) && (url.protocol === 'http:' || url.protocol === 'https:')) return undefined
  if (url.protocol !== 'https:') return 'must be an https URL'
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal) && !isPublicAddress(literal)) return 'must not name a private address'
  if (isPrivateName(url.hostname)) return 'must not name a private host'
  return undefined
}

import ipaddr from 'ipaddr.js'

/** Hosts that may be asked although their address, or plain http, would be refused: `host:port` of `WARDLINE_EGRESS_ALLOW`. */
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

/** Whether an address is one of the public Internet (IANA special-purpose registries; metadata services are link-local or private). */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() === 'unicast'
}

/** What can be told of a URL without asking a resolver; undefined when nothing speaks against it. */
export function urlFault(text: string, allowance: EgressAllowance): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'must not hold credentials'
  if (isAllowed(url, allowance) && (url.protocol === 'http:' || url.protocol === 'https:')) return undefined
  if (url.protocol !== 'https:') return 'must be an https URL'
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal) && !isPublicAddress(literal)) return 'must not name a private address'
  if (/(?:^|\.)(?:localhost|local|internal)\.?$/.test(url.hostname)) return 'must not name a private host'
  return undefined
}

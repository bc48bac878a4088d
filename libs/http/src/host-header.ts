/**
 * The host that a request names, without its port, as URLs write it (lower case, IPv6 in brackets). Undefined for a
 * missing or invalid `Host` (RFC 9110 section 7.2).
 */
export function requestedHost(header: string | undefined): string | undefined {
  if (header === undefined || !/^[\w.:[\]-]{1,255}$/.test(header) || !URL.canParse(`http://${header}/`))
    return undefined
  return new URL(`http://${header}/`).hostname
}

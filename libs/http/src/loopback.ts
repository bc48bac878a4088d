import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host name or address can only be this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(bare)
  return bare === 'localhost' || (family !== 0 && loopback.check(bare, family === 6 ? 'ipv6' : 'ipv4'))
}

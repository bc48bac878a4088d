import { BlockList } from 'node:net'

/**
 * Addresses that look public but are not: IANA's special-purpose registries, and addresses at which clouds serve their
 * machines.
 */
const V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's WireServer and DNS; Alibaba's metadata (100.100.100.200) is in the shared range above.
  '168.63.129.16/32',
]

/** Within 2000::/3, which is all of IPv6 that is assigned to the public Internet. */
const V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const special = new BlockList()
for (const [ranges, family] of [
  [V4, 'ipv4'],
  [V6, 'ipv6'],
] as const) {
  for (const range of ranges) {
    const [net = '', bits] = range.split('/')
    special.addSubnet(net, Number(bits), family)
  }
}
const handedOut = new BlockList()
handedOut.addSubnet('2000::', 3, 'ipv6')

/** @param address in a form that `node:net` accepts, an IPv4-mapped one as IPv4. */
export const isSpecialAddress = (address: string, family: 'ipv4' | 'ipv6'): boolean =>
  special.check(address, family) || (family === 'ipv6' && !handedOut.check(address, 'ipv6'))

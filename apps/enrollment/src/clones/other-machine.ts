import { globalAddress } from '@wardline/kernel'

type Facts = Readonly<Record<string, unknown>>

/**
 * Whether two heartbeats, moments apart, cannot come from one machine: they differ in host name, number of processors or
 * memory, or have no manufacturer's network address in common. Addresses that software generates come and go on any
 * machine.
 */
export function differs(before: Facts, now: Facts): boolean {
  if (['hostname', 'cpu_count', 'memory_total_bytes'].some(name => bothButUnequal(before[name], now[name]))) return true
  const [old, fresh] = [addressesOf(before), addressesOf(now)]
  return old.size > 0 && fresh.size > 0 && old.isDisjointFrom(fresh)
}

const bothButUnequal = (a: unknown, b: unknown): boolean => a !== undefined && b !== undefined && a !== b

function addressesOf({ network_interfaces }: Facts): Set<string> {
  if (!Array.isArray(network_interfaces)) return new Set()
  const texts = network_interfaces.map(i => (i as { mac_address?: unknown }).mac_address)
  return new Set(texts.flatMap(text => (typeof text === 'string' ? (globalAddress(text) ?? []) : [])))
}

import { Problem, type TenantId } from '@wardline/kernel'
import type { BucketPolicy } from '@wardline/ports'
import { createMemoryBuckets, createSharedBuckets, type ServicePorts } from '@wardline/service-kit'
import ipaddr from 'ipaddr.js'
import type { EnrollmentConfig } from '../config.ts'

/**
 * An exchange costs signatures and writes, and anybody can call it. A fleet behind one address enrols at fifty machines a
 * second. A token has one agent, which retries a few times at most.
 */
export const EXCHANGE_POLICIES = {
  network: { name: 'exchange_network', quota: 3_000, seconds: 60 },
  token: { name: 'exchange_token', quota: 60, seconds: 60 },
  tenant: { name: 'exchange_tenant', quota: 6_000, seconds: 60 },
} as const satisfies Record<string, BucketPolicy>

/**
 * Each takes one from its bucket. @throws Problem 429 `rate_limited` if it is empty; never anything that stops an
 * agent.
 */
export interface ExchangeLimits {
  network(clientAddress: string): Promise<void>
  /** @param hash the hash of a well-formed token, known or not */
  token(hash: string): Promise<void>
  tenant(tenant: TenantId): Promise<void>
}

export function createExchangeLimits(
  { registry, clock }: Pick<ServicePorts, 'registry' | 'clock'>,
  { rateLimits }: Pick<EnrollmentConfig, 'rateLimits'>,
): ExchangeLimits {
  if (rateLimits === 'off') return { async network() {}, async token() {}, async tenant() {} }
  const own = createMemoryBuckets(clock)
  const shared = rateLimits === 'shared' ? createSharedBuckets(registry, clock) : own
  const take = async (policy: BucketPolicy, key: string, buckets = shared): Promise<void> => {
    const taken = await buckets.take(policy, key)
    if (!taken.allowed) throw new Problem('rate_limited', { retryAfter: Math.ceil(taken.resetMs / 1000) })
  }
  return {
    network: address => take(EXCHANGE_POLICIES.network, networkOf(address)),
    // Anybody can invent tokens, so these are counted only in memory. The limit of 32 nonces per token is kept in its
    // record.
    token: hash => take(EXCHANGE_POLICIES.token, hash, own),
    tenant: tenant => take(EXCHANGE_POLICIES.tenant, tenant),
  }
}

/** The /24 of an IPv4 address or the /56 of an IPv6 address: the network of one customer of a provider. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv4
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/56`)}/56`
}

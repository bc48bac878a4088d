import { type Clock, newId, PLATFORM_TENANT } from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import { type TierLeaseDoc, tierLeases } from '@wardline/registries'

const ID = 'tier-mover'

/** Thrown when another instance moves partitions now. */
export class LeaseLost extends Error {
  constructor() {
    super('another instance is the tier mover now')
    this.name = 'LeaseLost'
  }
}

/** The right to move partitions. One instance has it at a time. */
export interface Lease {
  readonly sweptAt: number
  /** Renews the lease. Writes only when a third of it is over. @throws LeaseLost when another instance has it. */
  renew(): Promise<void>
  /** Lets another instance take it. @param swept whether all tenants were checked. */
  release(swept: boolean): Promise<void>
}

/** Takes the lease, by the platform's clock. @returns undefined while another instance has it. */
export async function takeLease(registry: Registry, clock: Clock, leaseMs: number): Promise<Lease | undefined> {
  const holder = newId('req')
  const stored = await registry.read(tierLeases, PLATFORM_TENANT, ID)
  const now = clock.now()
  if (stored && stored.doc.holder !== '' && stored.doc.until > now) return undefined
  const sweptAt = stored?.doc.swept_at ?? 0
  const write = async (doc: TierLeaseDoc, expect: number | 'absent'): Promise<Stored<TierLeaseDoc> | undefined> => {
    const written = await registry.write(tierLeases, PLATFORM_TENANT, doc, { expect })
    return written.ok ? { doc, version: written.version } : undefined
  }
  let held = await write({ id: ID, holder, until: now + leaseMs, swept_at: sweptAt }, stored?.version ?? 'absent')
  if (!held) return undefined

  const change = async (next: Partial<TierLeaseDoc>): Promise<void> => {
    if (!held) throw new LeaseLost()
    held = await write({ ...held.doc, ...next }, held.version)
    if (!held) throw new LeaseLost()
  }
  return {
    sweptAt,
    async renew() {
      if (held && held.doc.until - clock.now() > (leaseMs * 2) / 3) return
      await change({ until: clock.now() + leaseMs })
    },
    release: swept => change({ holder: '', until: 0, ...(swept ? { swept_at: clock.now() } : {}) }),
  }
}

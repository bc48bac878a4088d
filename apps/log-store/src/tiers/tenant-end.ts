import type { TenantId } from '@wardline/kernel'
import { periodsAt, RETENTION_ID } from '@wardline/log-event'
import type { Registry } from '@wardline/ports'
import { legalHolds, retentionSettings } from '@wardline/registries'
import type { TierContext } from './context.ts'
import { ageInDays } from './due-move.ts'

export const HOLD_ID = 'legal-hold'

export const isHeld = async (registry: Registry, tenant: TenantId): Promise<boolean> =>
  (await registry.read(legalHolds, tenant, HOLD_ID))?.doc.active ?? false

/**
 * Days that a tenant keeps its events by the current settings, for old events and new ones. Infinite while a legal hold
 * is active.
 */
export async function daysKept(
  { registry, clock }: Pick<TierContext, 'registry' | 'clock'>,
  tenant: TenantId,
): Promise<number> {
  if (await isHeld(registry, tenant)) return Number.POSITIVE_INFINITY
  const settings = await registry.read(retentionSettings, tenant, RETENTION_ID)
  return periodsAt(settings?.doc, clock.now()).cold_days
}

/** Whether the retention of a tenant's events of a day has ended. */
export const isOver = async (context: TierContext, tenant: TenantId, day: string): Promise<boolean> =>
  ageInDays(day, context.clock.now()) >= (await daysKept(context, tenant))

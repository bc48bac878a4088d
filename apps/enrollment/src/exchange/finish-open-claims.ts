import { PLATFORM_TENANT, type TenantId } from '@wardline/kernel'
import { enrollmentTokens } from '@wardline/registries'
import { allTenants, type Job } from '@wardline/service-kit'
import type { EnrollmentContext } from '../context.ts'
import { finishEnrollment } from './finish-enrollment.ts'

/** A claim younger than this still belongs to the request that made it. */
const GRACE_MS = 30_000
const PAGE = 200

/**
 * The sweeper of the exchange's saga: finishes claims that a crash left without a certificate, so that their events are
 * published.
 */
export const finishOpenClaims = (context: EnrollmentContext): Job => ({
  name: 'finish-open-claims',
  everyMs: 60_000,
  async run({ signal }) {
    for await (const tenant of allTenants(context.registry)) {
      if (signal.aborted) return
      if (tenant === PLATFORM_TENANT) continue
      await finishOf(context, tenant, signal)
    }
  },
})

async function finishOf(context: EnrollmentContext, tenant: TenantId, signal: AbortSignal): Promise<void> {
  const left = await context.registry.list(enrollmentTokens, tenant, {
    where: { state: 'claimed' },
    order: { by: 'created_at', direction: 'asc' },
    limit: PAGE,
  })
  for (const token of left) {
    if (signal.aborted) return
    const age = context.clock.now() - Date.parse(token.doc.claim?.claimed_at ?? '')
    if (age >= GRACE_MS) await finishEnrollment(context, { ...token, tenantId: tenant })
  }
}

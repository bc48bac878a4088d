import type { Job } from '@wardline/host'
import { PLATFORM_TENANT, type TenantId, tenantId } from '@wardline/kernel'
import { enrollmentTokens, tenants } from '@wardline/registries'
import type { EnrollmentContext } from '../context.ts'
import { finishEnrollment } from './finish-enrollment.ts'

/** A claim younger than this is still in the hands of the request that made it. */
const GRACE_MS = 30_000
const PAGE = 200

/** The sweeper of the exchange's saga: finishes what a crash left between claim and certificate, so that its events are told. */
export const finishOpenClaims = (context: EnrollmentContext): Job => ({
  name: 'finish-open-claims',
  everyMs: 60_000,
  async run({ signal }) {
    for await (const tenant of allTenants(context)) {
      if (signal.aborted) return
      await finishOf(context, tenant, signal)
    }
  },
})

async function* allTenants({ registry }: EnrollmentContext): AsyncGenerator<TenantId> {
  let after: { value: string; id: string } | undefined
  for (;;) {
    const page = await registry.list(tenants, PLATFORM_TENANT, { limit: PAGE, ...(after ? { after } : {}) })
    for (const { doc } of page) if (doc.id !== PLATFORM_TENANT) yield tenantId(doc.id)
    const last = page.at(-1)?.doc.id
    if (last === undefined || page.length < PAGE) return
    after = { value: last, id: last }
  }
}

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

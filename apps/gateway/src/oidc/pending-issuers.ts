import { createHash } from 'node:crypto'
import { PLATFORM_TENANT, type TenantId, tenantId } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { type OidcIssuerDoc, oidcIssuers, type PendingIssuersDoc, pendingIssuers } from '@wardline/registries'
import { update } from '@wardline/service-kit'
import { isPending, type OwnedIssuer, registrationOf } from './registration.ts'

/** The most registrations of one issuer that can be found by it while they are pending. */
const MAX_FOUND = 20

const idOf = (issuer: string): string => createHash('sha256').update(issuer).digest('hex')

/** The registrations of an issuer that wait for their proof, in every tenant, oldest first. At most 20 are found. */
export async function findPending(registry: Registry, issuer: string): Promise<readonly OwnedIssuer[]> {
  const noted = await registry.read(pendingIssuers, PLATFORM_TENANT, idOf(issuer))
  const found: OwnedIssuer[] = []
  for (const { tenant_id, issuer_id } of noted?.doc.registrations ?? []) {
    const owner = tenantId(tenant_id)
    const stored = await registry.read(oidcIssuers, owner, issuer_id)
    if (stored && isPending(stored.doc) && registrationOf(stored.doc).issuer === issuer)
      found.push({ ...stored, tenantId: owner })
  }
  return found
}

/** Makes a pending registration findable by its issuer. */
export const notePending = (registry: Registry, tenant: TenantId, issuer: string, issuer_id: string): Promise<void> =>
  change(registry, issuer, (registrations = []) => [...registrations, { tenant_id: tenant, issuer_id }])

/** After a pending registration was proven, or removed. @param doc as it was before: nothing is noted of a proven one */
export async function forgetPending(registry: Registry, doc: OidcIssuerDoc): Promise<void> {
  if (!isPending(doc)) return
  const { issuer, id } = registrationOf(doc)
  await change(registry, issuer, registrations => registrations?.filter(one => one.issuer_id !== id))
}

type Registrations = PendingIssuersDoc['registrations']

async function change(
  registry: Registry,
  issuer: string,
  next: (registrations: Registrations | undefined) => Registrations | undefined,
): Promise<void> {
  const id = idOf(issuer)
  const { stored } = await update(registry, pendingIssuers, PLATFORM_TENANT, id, current => {
    const registrations = next(current?.doc.registrations)
    return registrations && { doc: { id, registrations: registrations.slice(0, MAX_FOUND) } }
  })
  // If another registration comes in between, the version has changed and the list stays.
  if (stored?.doc.registrations.length === 0) await registry.remove(pendingIssuers, PLATFORM_TENANT, id, stored.version)
}

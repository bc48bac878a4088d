import { Problem, type TenantId } from '@wardline/kernel'
import type { Stored } from '@wardline/ports'
import { type IssuerProof, type OidcIssuerDoc, oidcIssuers } from '@wardline/registries'
import type { OidcPorts } from './context.ts'
import { taken } from './issuer-view.ts'
import { forgetPending } from './pending-issuers.ts'
import { asProven } from './registration.ts'

/**
 * Makes a pending registration the only one of its issuer, and of its name. The first tenant that proves one wins.
 * @throws Problem `issuer_taken` or `name_taken` if another one is proven, `state_conflict` if the registration was
 *   changed meanwhile.
 */
export async function becomeProven(
  { registry, clock, log }: Pick<OidcPorts, 'registry' | 'clock' | 'log'>,
  tenant: TenantId,
  stored: Stored<OidcIssuerDoc>,
  by: IssuerProof['by'],
): Promise<Stored<OidcIssuerDoc>> {
  const doc = asProven(stored.doc, by, clock.now())
  const written = await registry.write(oidcIssuers, tenant, doc, { expect: stored.version })
  if (!written.ok) throw written.conflict === 'unique' ? taken(written) : new Problem('state_conflict')
  // The proof stands without this; the entry is only passed over.
  await forgetPending(registry, stored.doc).catch(err =>
    log.warn({ err }, 'a proven issuer is still listed as pending'),
  )
  return { doc, version: written.version }
}

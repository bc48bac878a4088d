import type { TenantId } from '@wardline/kernel'
import { enrollmentTokens } from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'

/**
 * The agent has used its certificate: its token is spent for good, and the data for resuming is dropped. Can safely be
 * repeated.
 */
export async function confirmToken(
  { registry }: Pick<ServicePorts, 'registry'>,
  tenant: TenantId,
  tokenId: string,
): Promise<void> {
  await update(registry, enrollmentTokens, tenant, tokenId, current => {
    if (current?.doc.state !== 'issued') return undefined
    return { doc: { ...current.doc, state: 'confirmed' as const, certificate_pem: null, nonce_hashes: [] } }
  })
}

import type { TenantId } from '@wardline/kernel'
import { enrollmentTokens } from '@wardline/registries'
import { type ServicePorts, update } from '@wardline/service-kit'

/** The agent has shown its certificate: its token is spent for good, and what resuming needed is dropped. Harmless to repeat. */
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

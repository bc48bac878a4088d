import { X509Certificate } from 'node:crypto'
import { type Keyring, PLATFORM_TENANT, seal, unseal } from '@wardline/kernel'
import { type SigningKey, softwareKey } from '@wardline/pki'
import type { Secrets } from '@wardline/ports'
import type { ClientAuthorityDoc } from '@wardline/registries'

/**
 * The keys of authorities, wherever they lie. The one place that knows: whatever issues is given a {@link SigningKey}, which may be a
 * handle to a key that never leaves its hardware (PKCS#11, a key service), opened here by what the authority's record says of it.
 */
export interface AuthorityKeys {
  /** How a key that was just made is kept in its authority's record. */
  seal(authorityId: string, privateKeyPem: string): string
  /** @throws Error when the key cannot be had, or is sealed by another master key. */
  open(authority: ClientAuthorityDoc): Promise<SigningKey>
}

/** Whether a key is the one that an authority's certificate is for. */
export function isKeyOf({ publicKey }: SigningKey, authority: Pick<ClientAuthorityDoc, 'certificate_pem'>): boolean {
  const certified = new X509Certificate(authority.certificate_pem).publicKey
  return publicKey.equals(certified.export({ type: 'spki', format: 'der' }))
}

/** Sealed in the registry under the master key, or where a secret provider has them. */
export function createAuthorityKeys(keyring: Keyring, secrets?: Secrets): AuthorityKeys {
  const key = keyring.key(PLATFORM_TENANT, 'authority')
  // Bound to the sealed key, so that it cannot be put in the place of another authority's.
  const sealedAs = (id: string): string => `client_authorities/${id}`
  return {
    seal: (id, privateKeyPem) => seal(key, privateKeyPem, sealedAs(id)),
    async open({ id, sealed_key, key_ref }) {
      if (sealed_key !== null) return softwareKey(unseal(key, sealed_key, sealedAs(id)).toString('utf8'))
      if (!key_ref || !secrets) throw new Error(`the key of the authority ${id} lies with a secret provider`)
      const { provider, name } = key_ref
      const ref = { provider: provider as 'file', name, purpose: 'authority' } as const
      return softwareKey(await secrets.resolve(PLATFORM_TENANT, ref))
    },
  }
}

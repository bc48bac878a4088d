import { X509Certificate } from 'node:crypto'
import { type Keyring, PLATFORM_TENANT, seal, unseal } from '@wardline/kernel'
import { type SigningKey, softwareKey } from '@wardline/pki'
import type { Secrets } from '@wardline/ports'
import { type ClientAuthorityDoc, clientAuthorityContext } from '@wardline/registries'

/**
 * The keys of authorities, wherever they are stored. Only this knows where: issuers get a {@link SigningKey}, which may be
 * a handle to a key that never leaves its hardware (PKCS#11, a key service). It is opened here from the authority's record.
 */
export interface AuthorityKeys {
  /** How a new key is stored in its authority's record. */
  seal(authorityId: string, privateKeyPem: string): string
  /** @throws Error if the key is unavailable, or is sealed under another data key. */
  open(authority: ClientAuthorityDoc): Promise<SigningKey>
}

/** Whether a key belongs to an authority's certificate. */
export function isKeyOf({ publicKey }: SigningKey, authority: Pick<ClientAuthorityDoc, 'certificate_pem'>): boolean {
  const certified = new X509Certificate(authority.certificate_pem).publicKey
  return publicKey.equals(certified.export({ type: 'spki', format: 'der' }))
}

/** Keys that are sealed in the registry, or that a secret provider has. */
export function createAuthorityKeys(keyring: Keyring, secrets?: Secrets): AuthorityKeys {
  const key = keyring.key(PLATFORM_TENANT, 'authority')
  return {
    seal: (id, privateKeyPem) => seal(key, privateKeyPem, clientAuthorityContext(id)),
    async open({ id, sealed_key, key_ref }) {
      if (sealed_key !== null) return softwareKey(unseal(key, sealed_key, clientAuthorityContext(id)).toString('utf8'))
      if (!key_ref || !secrets) throw new Error(`the key of the authority ${id} is stored with a secret provider`)
      const { provider, name } = key_ref
      const ref = { provider: provider as 'file', name, purpose: 'authority' } as const
      return softwareKey(await secrets.resolve(PLATFORM_TENANT, ref))
    },
  }
}

import { SECRET_NAME, type SecretProviderName, type Secrets, SecretUnresolved } from '@wardline/ports'

/**
 * Secrets of whichever providers this host has. A reference to a missing provider is unresolved, like a missing secret.
 */
export function createSecrets(providers: { readonly [P in SecretProviderName]?: Secrets | undefined }): Secrets {
  return {
    async resolve(tenant, ref) {
      const provider = Object.hasOwn(providers, ref.provider) ? providers[ref.provider] : undefined
      if (!provider || !SECRET_NAME.test(ref.name)) throw new SecretUnresolved('missing')
      const secret = await provider.resolve(tenant, ref)
      if (secret === '') throw new SecretUnresolved('missing')
      return secret
    },
  }
}

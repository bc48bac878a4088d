import type { Egress } from '@wardline/http'
import { type ConfigOf, setting } from '@wardline/kernel'
import type { Secrets } from '@wardline/ports'
import { createEnvSecrets } from './env-secrets.ts'
import { createFileSecrets } from './file-secrets.ts'
import { createSecrets } from './secrets.ts'
import { createVaultSecrets } from './vault-secrets.ts'

/**
 * Settings of services that resolve secrets (docs/operating.md). Without an address there is no Vault; without a
 * folder, no files.
 */
export const SECRET_SETTINGS = {
  WARDLINE_SECRETS_DIR: setting.optionalText(),
  WARDLINE_VAULT_ADDR: setting.url({ fallback: undefined }),
  WARDLINE_VAULT_MOUNT: setting.text({ fallback: 'secret' }),
  WARDLINE_VAULT_TOKEN_FILE: setting.optionalText(),
}
export type SecretConfig = ConfigOf<typeof SECRET_SETTINGS>

const PREFIX = 'WARDLINE_SECRET__'

/** The variables with secrets, separate from the rest of the environment. */
export const secretsOf = (env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith(PREFIX)))

/** @param env the process's environment; only `WARDLINE_SECRET__…` of it is kept. */
export function secretsFrom(
  config: SecretConfig,
  env: Readonly<Record<string, string | undefined>>,
  egress: Egress,
): Secrets {
  const { WARDLINE_SECRETS_DIR: dir, WARDLINE_VAULT_ADDR: address, WARDLINE_VAULT_TOKEN_FILE: tokenFile } = config
  return createSecrets({
    env: createEnvSecrets(secretsOf(env)),
    file: dir === undefined ? undefined : createFileSecrets(dir),
    vault:
      address === undefined || tokenFile === undefined
        ? undefined
        : createVaultSecrets({ address, mount: config.WARDLINE_VAULT_MOUNT, tokenFile }, egress),
  })
}

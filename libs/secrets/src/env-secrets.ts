import type { TenantId } from '@wardline/kernel'
import { type SecretRef, type Secrets, SecretUnresolved } from '@wardline/ports'

/**
 * The variable for a secret: `WARDLINE_SECRET__<TENANT_ID>__<PURPOSE>__<NAME>` in upper case, everything except letters
 * and digits as `_`. `graph-prod` of `ten_default` is `WARDLINE_SECRET__TEN_DEFAULT__MDM__GRAPH_PROD`.
 */
export const secretVariable = (tenant: TenantId, ref: Pick<SecretRef, 'purpose' | 'name'>): string =>
  ['WARDLINE_SECRET', tenant, ref.purpose, ref.name].map(folded).join('__')

const folded = (part: string): string => part.toUpperCase().replace(/[^A-Z0-9]/g, '_')

/** Secrets of the environment that the process was started with. */
export const createEnvSecrets = (env: Readonly<Record<string, string | undefined>>): Secrets => ({
  async resolve(tenant, ref) {
    const secret = env[secretVariable(tenant, ref)]
    if (!secret) throw new SecretUnresolved('missing')
    return secret
  },
})

import type { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigError, type ConfigOf, setting } from '@wardline/kernel'
import { SECRET_NAME, SECRET_PROVIDERS } from '@wardline/ports'
import type { AuthorityKeyRef } from '@wardline/registries'
import { externalAuthority, readAuthorityChain } from './authority/external-authority.ts'
import type { EnrollmentConfig } from './config.ts'

/** Settings for a process that runs the enrolment service (docs/operating.md). */
export const ENROLLMENT_SETTINGS = {
  WARDLINE_TRUST_DOMAIN: setting.text({ fallback: 'wardline.local' }),
  WARDLINE_RATE_LIMITS: setting.oneOf(['on', 'off'], { fallback: 'on' }),
  /** The operator's own issuing authority: its certificate and those above it, PEM. */
  WARDLINE_AGENT_CA_CERT_FILE: setting.parsed<readonly X509Certificate[] | undefined>(chainOf, { fallback: undefined }),
  /** Its key: `<provider>/<name>` of a secret under `tenants/ten_platform/authority/`. */
  WARDLINE_AGENT_CA_KEY: setting.parsed<AuthorityKeyRef | undefined>(keyRefOf, { fallback: undefined }),
}

/**
 * @param counted who counts requests, if limits are on. @throws ConfigError if only one of certificate and key is
 * given.
 */
export function enrollmentConfigOf(
  config: ConfigOf<typeof ENROLLMENT_SETTINGS>,
  counted: 'own' | 'shared',
): Pick<EnrollmentConfig, 'trustDomain' | 'rateLimits' | 'externalAuthority'> {
  const { WARDLINE_AGENT_CA_CERT_FILE: chain, WARDLINE_AGENT_CA_KEY: keyRef } = config
  if ((chain === undefined) !== (keyRef === undefined))
    throw new ConfigError(['WARDLINE_AGENT_CA_CERT_FILE and WARDLINE_AGENT_CA_KEY are given together or not at all'])
  return {
    trustDomain: config.WARDLINE_TRUST_DOMAIN,
    rateLimits: config.WARDLINE_RATE_LIMITS === 'off' ? 'off' : counted,
    externalAuthority: chain && keyRef && externalAuthority(chain, keyRef),
  }
}

function chainOf(file: string): readonly X509Certificate[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Error('the file cannot be read')
  }
  return readAuthorityChain(text)
}

function keyRefOf(text: string): AuthorityKeyRef {
  const [provider = '', name = '', more] = text.split('/')
  if (!(SECRET_PROVIDERS as readonly string[]).includes(provider) || !SECRET_NAME.test(name) || more !== undefined)
    throw new Error(`one of ${SECRET_PROVIDERS.join(', ')}, a slash and the name of a secret are expected`)
  return { provider, name }
}

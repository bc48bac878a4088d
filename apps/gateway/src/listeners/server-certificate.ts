import { DAY_MS, HOUR_MS, PLATFORM_TENANT, rfc3339, seal, unseal } from '@wardline/kernel'
import { createAuthority, createServerCertificate, readCertificate } from '@wardline/pki'
import { type AuthorityDoc, SERVER_AUTHORITY, serverAuthorities } from '@wardline/registries'
import { LOOK_MS, openOperatorCertificate, type ServicePorts } from '@wardline/service-kit'

const AUTHORITY_DAYS = 3_650
const LEAF_DAYS = 90
/** Renewed when this much of its life is left. */
const RENEW_BEFORE_MS = 30 * DAY_MS

/** What the TLS listener presents. */
export interface ServerCertificate {
  readonly certificatePem: string
  readonly privateKeyPem: string
  /** What agents must trust: our authority, or the operator's certificate chain unchanged. */
  readonly trustPem: string
}

export interface ServerCertificates {
  /**
   * The certificate to present now: the same one until it is due for renewal, or its files have changed.
   * @param atOnce somebody says that the files are complete
   */
  current(atOnce?: boolean): Promise<ServerCertificate>
  /** How often to ask for it. */
  readonly everyMs: number
}

/** The operator's own certificate. @throws Error, at the first call, when its files cannot be used. */
export function certificateFromFiles(
  ports: Pick<ServicePorts, 'clock' | 'metrics' | 'alarms' | 'log'>,
  files: { readonly certFile: string; readonly keyFile: string },
): ServerCertificates {
  const opened = openOperatorCertificate({ ...ports, ...files, name: 'tls_listener' })
  opened.catch(() => undefined)
  return {
    everyMs: LOOK_MS,
    async current(atOnce) {
      const { cert, key = '' } = await (await opened).look(atOnce)
      return { certificatePem: cert, privateKeyPem: key, trustPem: cert }
    },
  }
}

/**
 * A leaf certificate of our own authority for `hostnames`, always with `localhost` and `127.0.0.1`. The authority is
 * created once and stored sealed; if replicas start together, the first write wins. The leaf and its key are only in
 * memory.
 */
export function ownCertificate(
  ports: Pick<ServicePorts, 'registry' | 'clock' | 'keyring' | 'metrics'>,
  hostnames: readonly string[],
): ServerCertificates {
  const names = [...new Set([...hostnames, 'localhost', '127.0.0.1'])]
  let leaf: (ServerCertificate & { readonly notAfter: number }) | undefined
  return {
    everyMs: HOUR_MS,
    async current() {
      const now = ports.clock.now()
      if (leaf && leaf.notAfter - now > RENEW_BEFORE_MS) return leaf
      const authority = await serverAuthority(ports)
      const made = await createServerCertificate({ authority, hostnames: names, now, days: LEAF_DAYS })
      const { notAfter } = readCertificate(made.certificatePem)
      leaf = { ...made, trustPem: authority.certificatePem, notAfter }
      ports.metrics.gauge('certificate_expiry_timestamp_seconds', notAfter / 1_000, { certificate: 'tls_listener' })
      return leaf
    },
  }
}

async function serverAuthority({ registry, clock, keyring }: Pick<ServicePorts, 'registry' | 'clock' | 'keyring'>) {
  const key = keyring.key(PLATFORM_TENANT, 'authority')
  const read = () => registry.read(serverAuthorities, PLATFORM_TENANT, SERVER_AUTHORITY.id)
  let stored = await read()
  if (!stored) {
    const now = clock.now()
    const made = await createAuthority({ commonName: 'Wardline server CA', now, days: AUTHORITY_DAYS })
    const doc: AuthorityDoc = {
      id: SERVER_AUTHORITY.id,
      certificate_pem: made.certificatePem,
      sealed_key: seal(key, made.privateKeyPem, SERVER_AUTHORITY.context),
      created_at: rfc3339(now),
      not_after: rfc3339(now + AUTHORITY_DAYS * DAY_MS),
    }
    await registry.write(serverAuthorities, PLATFORM_TENANT, doc, { expect: 'absent' })
    stored = await read()
  }
  if (!stored) throw new Error('the server authority was written but cannot be read')
  const privateKeyPem = unseal(key, stored.doc.sealed_key, SERVER_AUTHORITY.context).toString()
  return { certificatePem: stored.doc.certificate_pem, privateKeyPem }
}

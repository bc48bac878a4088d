import { randomInt } from 'node:crypto'
import { DAY_MS, type Keyring, PLATFORM_TENANT, rfc3339 } from '@wardline/kernel'
import { boundSerialNumber, type SerialSubject } from '@wardline/pki'
import type { EnrollmentContext } from '../context.ts'

/** A certificate's serial number and times (RFC 3339), fixed before it is signed so that a retry signs the same. */
export interface CertificatePlan {
  readonly serial_number: string
  readonly not_before: string
  readonly not_after: string
  readonly renew_after: string
}

/** For agents whose clock is behind (docs/architecture.md#identity). */
const BACKDATED_MS = 5 * 60_000

/**
 * `leafDays` from now, in whole seconds, never beyond the authority's end. `renew_after` is at half to two thirds of that,
 * so that a fleet spreads out. The serial number proves the subject, even if the records are lost.
 */
export async function planCertificate(
  { authorities, clock, config, keyring }: Pick<EnrollmentContext, 'authorities' | 'clock' | 'config' | 'keyring'>,
  subject: SerialSubject,
): Promise<CertificatePlan> {
  const { notAfter } = await authorities.current()
  const start = Math.floor(clock.now() / 1000) * 1000
  const end = Math.min(start + config.leafDays * DAY_MS, notAfter)
  const life = (end - start) / 1000
  const renewIn = Math.floor(life / 2) + randomInt(Math.max(1, Math.floor(life / 6)))
  return {
    serial_number: boundSerialNumber(serialKey(keyring), subject),
    not_before: rfc3339(start - BACKDATED_MS),
    not_after: rfc3339(end),
    renew_after: rfc3339(start + renewIn * 1000),
  }
}

/** The gateway derives the same one. */
const serialKey = (keyring: Keyring): Uint8Array => keyring.key(PLATFORM_TENANT, 'serials')

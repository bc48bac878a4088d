import { randomInt } from 'node:crypto'
import { rfc3339 } from '@wardline/kernel'
import { newSerialNumber } from '@wardline/pki'
import type { ClientAuthority } from '../authority/load-authority.ts'

/** A certificate's number and times, fixed before it is signed so that a retry signs the same. RFC 3339. */
export interface CertificatePlan {
  readonly serial_number: string
  readonly not_before: string
  readonly not_after: string
  readonly renew_after: string
}

const DAY_MS = 86_400_000
/** For agents whose clock is behind (design section 6). */
const BACKDATED_MS = 5 * 60_000

/** `leafDays` from now, in whole seconds, never past the authority; `renew_after` at half to two thirds so that a fleet spreads itself. */
export function planCertificate(
  now: number,
  leafDays: number,
  authority: Pick<ClientAuthority, 'notAfter'>,
): CertificatePlan {
  const start = Math.floor(now / 1000) * 1000
  const end = Math.min(start + leafDays * DAY_MS, authority.notAfter)
  const life = (end - start) / 1000
  const renewIn = Math.floor(life / 2) + randomInt(Math.max(1, Math.floor(life / 6)))
  return {
    serial_number: newSerialNumber(),
    not_before: rfc3339(start - BACKDATED_MS),
    not_after: rfc3339(end),
    renew_after: rfc3339(start + renewIn * 1000),
  }
}

import type { OperationHandler } from '@wardline/http'
import { DAY_MS, HOUR_MS } from '@wardline/kernel'
import type { Job } from '@wardline/service-kit'
import type { EnrollmentContext } from '../context.ts'
import { authorityView } from './list-authorities.ts'

/**
 * `POST /certificate-authorities/rotate`: the next issuing authority. It issues in a minute; certificates of the
 * previous one stay valid.
 */
export const rotateCertificateAuthority =
  ({ authorities, clock }: EnrollmentContext): OperationHandler<'rotateCertificateAuthority'> =>
  async () => ({ status: 201, body: authorityView(await authorities.rotate(), undefined, clock.now()) })

/**
 * Makes the next authority while the current one still lasts for two full leaf lifetimes. Operators must replace their own
 * authority: an alarm says when it is time.
 */
export const rotateInTime = (context: EnrollmentContext): Job => ({
  name: 'rotate-authority-in-time',
  everyMs: HOUR_MS,
  async run() {
    const { authorities, clock, config, metrics, alarms } = context
    const { id, notAfter } = await authorities.current()
    const daysLeft = (notAfter - clock.now()) / DAY_MS
    metrics.gauge('certificate_expiry_timestamp_seconds', notAfter / 1_000, { certificate: 'agent_authority' })
    if (daysLeft > 2 * config.leafDays) return alarms.clear('agent_authority_ends')
    if (id !== config.externalAuthority?.id) {
      await authorities.rotate()
      return
    }
    alarms.raise('agent_authority_ends', { days_left: Math.floor(daysLeft) })
  },
})

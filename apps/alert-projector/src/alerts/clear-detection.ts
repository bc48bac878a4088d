import { type Envelope, openSealed } from '@wardline/events'
import type { Keyring } from '@wardline/kernel'
import type { ServicePorts } from '@wardline/service-kit'

export type Detection = Envelope<'security.alert.created'>
type Payload = Detection['payload']
type Sealed = Pick<Payload, 'group' | 'matched_conditions'> & Partial<Pick<Payload, 'rule'>>

/** A detection as the detector saw it. */
export interface ClearDetection extends Detection {
  /** Whether nobody of the tenant wrote the rule, so that its words may leave the platform. */
  readonly publicRule: boolean
}

/**
 * The detection with what its sealed part says in place of pseudonyms. One without that part is from an earlier release,
 * or of a rule about the product itself. If the part does not open, the alert is made of what stands outside: an
 * alert without names is better than none.
 */
export function clearDetection(
  { keyring, log }: { readonly keyring: Keyring; readonly log: ServicePorts['log'] },
  detection: Detection,
): ClearDetection {
  const { sealed, ...payload } = detection.payload
  if (sealed === undefined) return { ...detection, publicRule: false }
  try {
    const { kind, id, tenant_id: tenantId } = detection
    const clear = openSealed(keyring, { kind, id, tenantId }, sealed) as Sealed
    return { ...detection, payload: { ...payload, ...clear }, publicRule: clear.rule === undefined }
  } catch (error) {
    log.error({ err: error, tenant: detection.tenant_id, alert_id: payload.alert_id }, 'a detection does not open')
    return { ...detection, payload, publicRule: false }
  }
}

import { FIRST_EPOCH, type TenantId } from '@wardline/kernel'
import type { RedactorOf } from '@wardline/redaction'
import type { AlertDoc } from '@wardline/registries'
import type { ConsumerKeys } from '../consumers/consumer-keys.ts'
import { type AlertJwe, encryptClear } from '../consumers/encrypt-clear.ts'

/** What of an alert may be about people, in clear. */
export type ClearPart = Pick<AlertDoc, 'rule' | 'group' | 'matched_conditions'>

/** An alert as it leaves the platform. */
export interface OutgoingAlert {
  /** With pseudonyms of the tenant, of the alert's epoch, in place of persons, addresses and machines. */
  readonly alert: AlertDoc
  /** The clear part for the tenant's consumer keys; undefined if there are none. */
  readonly jwe: AlertJwe | undefined
}

/**
 * The one way of an alert out of the platform, whatever carries it (docs/adr/0028-alerts-name-nobody.md). What internal
 * roles read through the API is the stored alert.
 */
export interface OutgoingAlerts {
  of(tenant: TenantId, alert: AlertDoc): Promise<OutgoingAlert>
}

export const createOutgoingAlerts = ({
  redactorOf,
  consumerKeys,
}: {
  readonly redactorOf: RedactorOf
  readonly consumerKeys: ConsumerKeys
}): OutgoingAlerts => ({
  async of(tenant, alert) {
    const redactor = redactorOf(tenant, alert.pseudonym_epoch ?? FIRST_EPOCH)
    const recipients = await consumerKeys.of(tenant)
    return {
      alert: redactor.alert(alert, !alert.rule_public),
      jwe:
        recipients.length === 0
          ? undefined
          : await encryptClear(recipients, { alert_id: alert.id, tenant_id: tenant, ...clearPart(alert) }),
    }
  },
})

/** The members that are different outside. */
export const clearPart = ({ rule, group, matched_conditions }: ClearPart): ClearPart => ({
  rule,
  group,
  matched_conditions,
})

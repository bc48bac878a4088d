import type { AlertCreatedPayload } from '@wardline/events'
import { GeneralEncrypt } from 'jose'
import type { Recipient } from './consumer-keys.ts'

export type AlertJwe = NonNullable<AlertCreatedPayload['jwe']>

/** `typ` of the protected header, so that the clear part of an alert is not taken for anything else. */
export const ALERT_JWE_TYPE = 'wardline-alert+jwe'

const utf8 = new TextEncoder()

/**
 * A value as a JWE (RFC 7516, general JSON serialization) that each of the recipients opens: one content key
 * (A256GCM), encrypted for each with ECDH-ES+A256KW and a key pair that is made for this message only. The work is done
 * on threads of Node, not on the event loop.
 * @param recipients at least one
 */
export async function encryptClear(recipients: readonly Recipient[], clear: unknown): Promise<AlertJwe> {
  const message = new GeneralEncrypt(utf8.encode(JSON.stringify(clear))).setProtectedHeader({
    typ: ALERT_JWE_TYPE,
    enc: 'A256GCM',
  })
  for (const { kid, key } of recipients) message.addRecipient(key).setUnprotectedHeader({ alg: 'ECDH-ES+A256KW', kid })
  return (await message.encrypt()) as AlertJwe
}

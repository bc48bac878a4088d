import { type AnyEnvelope, CannotOpen, openEvent } from '@wardline/events'
import { type Keyring, rfc3339, unseal } from '@wardline/kernel'
import type { Collection, RejectionDoc } from '@wardline/registries'
import type { ServicePorts } from '../service.ts'
import { eraseRecords } from './erase-records.ts'
import type { ErasureStep } from './erase-subjects.ts'
import { isAnywhere, type SubjectText } from './subject-text.ts'

/**
 * Discards the rejections whose envelope names the subject, as an operator would, and removes the envelope. They were
 * not understood, so every text in them is looked at. One whose sealed part does not open may name anybody: it goes too.
 */
export const eraseRejections = (
  { registry, keyring, clock }: Pick<ServicePorts, 'registry' | 'keyring' | 'clock'>,
  rejections: Collection<RejectionDoc>,
): ErasureStep =>
  eraseRecords(registry, rejections, 'rejections', (doc, { tenantId, text, until }) => {
    if (doc.sealed_envelope === null) return undefined
    const json = unseal(keyring.key(tenantId, 'rejections'), doc.sealed_envelope, doc.id).toString()
    const envelope = JSON.parse(json) as AnyEnvelope
    if (receivedAt(envelope) > until || !mayName(keyring, envelope, text)) return undefined
    return {
      ...doc,
      state: 'discarded' as const,
      resolved_at: rfc3339(clock.now()),
      resolution_reason: 'erased',
      sealed_envelope: null,
    }
  })

function mayName(keyring: Keyring, envelope: AnyEnvelope, text: SubjectText): boolean {
  try {
    return isAnywhere(openEvent(keyring, envelope), text)
  } catch (error) {
    if (error instanceof CannotOpen) return true
    throw error
  }
}

const receivedAt = ({ payload, emitted_at }: AnyEnvelope): number =>
  Date.parse('received_at' in payload && typeof payload.received_at === 'string' ? payload.received_at : emitted_at)

import { foldText } from '@wardline/kernel'
import { type CorrelationGroupDoc, correlationGroups } from '@wardline/registries'
import { type ErasedSubject, type ErasureStep, eraseRecords, type ServicePorts } from '@wardline/service-kit'

/**
 * Removes what correlations have counted of the subject: all events of a group that is about it, and the events whose
 * counted value or asset it is. A window that has not fired may then no longer fire.
 */
export const eraseGroups = ({ registry }: Pick<ServicePorts, 'registry'>): ErasureStep =>
  eraseRecords(registry, correlationGroups, 'correlation_groups', withoutSubject)

function withoutSubject(
  doc: CorrelationGroupDoc,
  { text, value, until }: ErasedSubject,
): CorrelationGroupDoc | null | undefined {
  const folded = foldText(value)
  const isAbout = Object.values(doc.group).some(member => text.isIn(member))
  const events = doc.events.filter(({ t, v, ast }) => {
    const concerns = isAbout || (v !== null && text.isIn(v)) || (ast !== null && foldText(ast) === folded)
    return !concerns || t > until
  })
  if (isAbout && events.length === 0) return null
  if (events.length === doc.events.length) return undefined
  // Whether it still waits is decided when the next event comes, or when its window is looked at.
  return { ...doc, events }
}

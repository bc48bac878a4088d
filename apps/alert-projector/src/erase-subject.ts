import { alerts, erasureParts, rejections, ticketComments, tickets } from '@wardline/registries'
import { eraseRecords, eraseRejections, eraseSubjects, type Job, type ServicePorts } from '@wardline/service-kit'

/**
 * This service's part in an erasure. Alerts, tickets and comments stay: they are the record of what was found and done.
 * In the values that rules matched, and in what people wrote, the subject is replaced. Nothing of evidence names it.
 */
export const eraseFromAlerts = (ports: ServicePorts): Job => {
  const { registry } = ports
  return eraseSubjects(ports, erasureParts['alert-projector'], [
    eraseRecords(registry, alerts, 'alerts', (doc, { text, until }) => {
      if (Date.parse(doc.first_event_at) > until) return undefined
      const matched_conditions = doc.matched_conditions.map(condition => ({
        ...condition,
        value: condition.value === null ? null : text.erasedFrom(condition.value),
      }))
      const group =
        doc.group === null
          ? null
          : Object.fromEntries(
              Object.entries(doc.group).map(([name, value]) => [
                name,
                typeof value === 'string' ? text.erasedFrom(value) : value,
              ]),
            )
      return ifChanged(doc, { ...doc, matched_conditions, group })
    }),
    eraseRecords(registry, tickets, 'tickets', (doc, { text, until }) => {
      if (Date.parse(doc.created_at) > until) return undefined
      return ifChanged(doc, {
        ...doc,
        title: text.erasedFrom(doc.title),
        description: text.erasedFrom(doc.description),
      })
    }),
    eraseRecords(registry, ticketComments, 'ticket_comments', (doc, { text, until }) => {
      if (Date.parse(doc.created_at) > until) return undefined
      return ifChanged(doc, { ...doc, body: text.erasedFrom(doc.body) })
    }),
    eraseRejections(ports, rejections['alert-projector']),
  ])
}

const ifChanged = <D>(before: D, after: D): D | undefined =>
  JSON.stringify(before) === JSON.stringify(after) ? undefined : after

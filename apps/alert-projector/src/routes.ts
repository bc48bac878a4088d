import { createCursors, type Operations } from '@wardline/http'
import type { AlertTail } from './alert-tail.ts'
import type { AlertProjectorConfig } from './config.ts'
import { createTicket } from './create-ticket.ts'
import { createTicketComment } from './create-ticket-comment.ts'
import type { DestinationPorts } from './destinations/context.ts'
import { createDestination } from './destinations/create-destination.ts'
import { deleteDestination } from './destinations/delete-destination.ts'
import { listDestinations, readDestination } from './destinations/read-destinations.ts'
import { testDestination } from './destinations/test-destination.ts'
import { updateDestination } from './destinations/update-destination.ts'
import type { EvidenceChain } from './evidence-chain.ts'
import { listAlerts } from './list-alerts.ts'
import { listEvidence } from './list-evidence.ts'
import { listTicketComments } from './list-ticket-comments.ts'
import { listTickets } from './list-tickets.ts'
import { readAlert } from './read-alert.ts'
import { readEvidence } from './read-evidence.ts'
import { readTicket } from './read-ticket.ts'
import { streamAlerts } from './stream-alerts.ts'
import { updateAlert } from './update-alert.ts'
import { updateTicket } from './update-ticket.ts'

/** operationId -> handler, of `openapi/alerts.yaml`. */
export function alertRoutes(
  ports: DestinationPorts & {
    readonly chain: EvidenceChain
    readonly tail: AlertTail
    readonly config: AlertProjectorConfig
  },
): Operations {
  const listing = { ...ports, cursors: createCursors(ports.keyring) }
  return {
    listAlerts: listAlerts(listing),
    readAlert: readAlert(ports),
    updateAlert: updateAlert(ports),
    streamAlerts: streamAlerts(ports),
    createTicket: createTicket(ports),
    listTickets: listTickets(listing),
    readTicket: readTicket(ports),
    updateTicket: updateTicket(ports),
    createTicketComment: createTicketComment(ports),
    listTicketComments: listTicketComments(listing),
    listEvidence: listEvidence(listing),
    readEvidence: readEvidence(ports),
    createAlertDestination: createDestination(ports),
    listAlertDestinations: listDestinations(ports, listing.cursors),
    readAlertDestination: readDestination(ports),
    updateAlertDestination: updateDestination(ports),
    deleteAlertDestination: deleteDestination(ports),
    testAlertDestination: testDestination(ports),
  }
}

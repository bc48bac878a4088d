import {
  type History,
  listCheckpoints,
  proveConsistency,
  proveEvidenceInclusion,
  readCheckpoint,
} from '@wardline/chain'
import { createCursors, type OperationsOf } from '@wardline/http'
import type { EvidenceDoc } from '@wardline/registries'
import type { AlertTail } from './alerts/alert-tail.ts'
import { listAlerts } from './alerts/list-alerts.ts'
import { readAlert } from './alerts/read-alert.ts'
import { streamAlerts } from './alerts/stream-alerts.ts'
import { updateAlert } from './alerts/update-alert.ts'
import type { AlertProjectorConfig } from './config.ts'
import type { DestinationPorts } from './destinations/context.ts'
import { createDestination } from './destinations/create-destination.ts'
import { deleteDestination } from './destinations/delete-destination.ts'
import { listDestinations, readDestination } from './destinations/read-destinations.ts'
import { testDestination } from './destinations/test-destination.ts'
import { updateDestination } from './destinations/update-destination.ts'
import type { EvidenceChain } from './evidence/evidence-chain.ts'
import { listEvidence } from './evidence/list-evidence.ts'
import { readEvidence } from './evidence/read-evidence.ts'
import { createTicket } from './tickets/create-ticket.ts'
import { createTicketComment } from './tickets/create-ticket-comment.ts'
import { listTicketComments } from './tickets/list-ticket-comments.ts'
import { listTickets } from './tickets/list-tickets.ts'
import { readTicket } from './tickets/read-ticket.ts'
import { updateTicket } from './tickets/update-ticket.ts'

/** operationId -> handler, for the operations in `openapi/alerts.yaml`. */
export function alertRoutes(
  ports: DestinationPorts & {
    readonly chain: EvidenceChain
    readonly history: History<EvidenceDoc>
    readonly tail: AlertTail
    readonly config: AlertProjectorConfig
  },
): OperationsOf<'alert-projector'> {
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
    listEvidenceCheckpoints: listCheckpoints(listing),
    readEvidenceCheckpoint: readCheckpoint(listing),
    proveEvidenceInclusion: proveEvidenceInclusion(listing),
    proveEvidenceConsistency: proveConsistency(listing),
    createAlertDestination: createDestination(ports),
    listAlertDestinations: listDestinations(ports, listing.cursors),
    readAlertDestination: readDestination(ports),
    updateAlertDestination: updateDestination(ports),
    deleteAlertDestination: deleteDestination(ports),
    testAlertDestination: testDestination(ports),
  }
}

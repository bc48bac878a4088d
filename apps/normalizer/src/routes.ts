import { createCursors, type OperationsOf } from '@wardline/http'
import type { PortsOf } from '@wardline/service-kit'
import type { Pipeline } from './pipeline/process-received.ts'
import { discardRejection } from './rejections/discard-rejection.ts'
import { listRejections, readRejection } from './rejections/read-rejections.ts'
import { replayRejection } from './rejections/replay-rejection.ts'

export function normalizerOperations(ports: PortsOf<'normalizer'>, pipeline: Pipeline): OperationsOf<'normalizer'> {
  const cursors = createCursors(ports.keyring)
  return {
    listRejections: listRejections(ports, cursors),
    readRejection: readRejection(ports),
    replayRejection: replayRejection(ports, pipeline),
    discardRejection: discardRejection(ports),
  }
}

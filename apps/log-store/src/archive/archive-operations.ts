import type { OperationId } from '@wardline/api'
import type { Cursors, OperationHandler, OperationsOf } from '@wardline/http'
import { Problem } from '@wardline/kernel'
import type { LogStorePorts } from '../log-store-ports.ts'
import { destroyArchive } from './destroy-archive.ts'
import { createErasure, listErasures, readErasure } from './erasures.ts'
import { readLegalHold, updateLegalHold } from './legal-hold.ts'
import { listArchives, readArchive } from './list-archives.ts'
import { createRestore, endRestore, listRestores, readRestore } from './restores.ts'
import { verifyArchives } from './verify-archives.ts'

/** Operations on the cold tier and on retention. */
export function archiveOperations(ports: LogStorePorts, cursors: Cursors) {
  const { archive } = ports
  /** Without an archive there is no tier mover, so its work is refused. */
  const needsArchive = <Id extends OperationId>(handler: OperationHandler<Id>): OperationHandler<Id> =>
    archive ? handler : noArchive
  return {
    listArchives: listArchives(ports, cursors),
    readArchive: readArchive(ports),
    verifyArchives: archive ? verifyArchives(ports, cursors, archive) : noArchive,
    createArchiveRestore: needsArchive(createRestore(ports)),
    listArchiveRestores: listRestores(ports, cursors),
    readArchiveRestore: readRestore(ports),
    endArchiveRestore: needsArchive(endRestore(ports)),
    destroyArchive: needsArchive(destroyArchive(ports)),
    createLogErasure: needsArchive(createErasure(ports)),
    listLogErasures: listErasures(ports, cursors),
    readLogErasure: readErasure(ports),
    readLegalHold: readLegalHold(ports),
    updateLegalHold: updateLegalHold(ports),
  } satisfies Partial<OperationsOf<'log-store'>>
}

const noArchive = async (): Promise<never> => {
  throw new Problem('unavailable', { detail: 'no archive is configured', retryAfter: 3600 })
}

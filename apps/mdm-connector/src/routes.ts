import { createCursors, type OperationsOf } from '@wardline/http'
import { createConnection } from './connections/create-connection.ts'
import { listConnections, readConnection } from './connections/read-connections.ts'
import { updateConnection } from './connections/update-connection.ts'
import type { MdmContext } from './context.ts'
import { listDevices, readDevice } from './devices/read-devices.ts'
import { listSyncRuns, readSyncRun } from './sync/read-sync-runs.ts'
import { requestSync } from './sync/request-sync.ts'
import type { SyncRunner } from './sync/sync-runner.ts'

export function mdmOperations(context: MdmContext, runner: SyncRunner): OperationsOf<'mdm-connector'> {
  const cursors = createCursors(context.keyring)
  return {
    createMdmConnection: createConnection(context),
    listMdmConnections: listConnections(context, cursors),
    readMdmConnection: readConnection(context),
    updateMdmConnection: updateConnection(context),
    syncMdmConnection: requestSync(context, runner),
    listMdmSyncRuns: listSyncRuns(context, cursors),
    readMdmSyncRun: readSyncRun(context),
    listMdmDevices: listDevices(context, cursors),
    readMdmDevice: readDevice(context),
  }
}

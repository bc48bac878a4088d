import type { ApiOperation } from '@wardline/api'
import type { ServiceName } from '@wardline/kernel'
import type { Access } from './access.ts'

/**
 * Compares the API document with the table of operations before anything listens.
 * @throws Error naming every operation that is in only one of the two, or that auditors may call although it has no view.
 */
export function checkOperations(
  operations: readonly ApiOperation[],
  table: Readonly<Record<string, Access>>,
  services: readonly ServiceName[],
): void {
  const described = new Set(operations.map(o => o.operationId))
  const faults = [
    ...operations
      .filter(o => !Object.hasOwn(table, o.operationId))
      .map(o => `${o.operationId}: not in the table of operations`),
    ...Object.entries(table)
      .filter(([id, access]) => services.includes(access.service) && !described.has(id))
      .map(([id]) => `${id}: not in the API document`),
    ...operations
      .filter(o => Object.hasOwn(table, o.operationId) && mayBeAuditor(table[o.operationId]!) && o.view === undefined)
      .map(o => `${o.operationId}: auditors may call it, and it has no x-wardline-view`),
  ]
  if (faults.length > 0) throw new Error(`the API is not consistent:\n${faults.map(f => `  - ${f}`).join('\n')}`)
}

const mayBeAuditor = ({ roles }: Access): boolean => roles !== 'public' && roles.includes('auditor')

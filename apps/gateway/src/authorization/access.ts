import type { OperationRow } from '@wardline/api'

/** Of an operation's row: who does it, and who may call it. */
export type Access = Pick<OperationRow, 'service' | 'roles' | 'agentClasses'>

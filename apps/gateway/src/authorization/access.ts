import type { OperationRow } from '@wardline/api'

/** From an operation's row: which service performs it, and who may call it. */
export type Access = Pick<OperationRow, 'service' | 'roles' | 'agentClasses'>

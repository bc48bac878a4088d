import { OPERATION_IDS, type OperationId } from './generated/operations.ts'

export { OPERATION_IDS, type OperationId }

const KNOWN: ReadonlySet<string> = new Set(OPERATION_IDS)

/** Whether a text names an operation of the API. */
export const isOperationId = (text: string): text is OperationId => KNOWN.has(text)

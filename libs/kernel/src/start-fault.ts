/**
 * Why a process cannot start, in words for its operator: what is wrong and what to do. It is printed as one line,
 * without a stack, so never throw it for a bug. It has its own name, so that it is still recognized after crossing from
 * a worker thread.
 */
export class StartFault extends Error {
  override readonly name = 'StartFault'
}

export const isStartFault = (error: unknown): error is Error => error instanceof Error && error.name === 'StartFault'

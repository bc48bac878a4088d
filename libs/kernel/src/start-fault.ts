/**
 * Why a process cannot start, in words for its operator: what is wrong and what to do. It is printed as one line, without a stack, so no bug
 * may be thrown as one. The name is its own, so that it is still known after it has crossed from a worker thread.
 */
export class StartFault extends Error {
  override readonly name = 'StartFault'
}

export const isStartFault = (error: unknown): error is Error => error instanceof Error && error.name === 'StartFault'

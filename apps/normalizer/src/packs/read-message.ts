import type { Draft, Source } from '../normalize/draft.ts'

/** Reads a program's message into the draft. @returns false for a message that it does not know. */
export type ReadMessage = (message: string, draft: Draft, source: Source) => boolean

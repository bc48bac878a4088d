import type { Draft, Source } from '../normalize/draft.ts'

/** What a program's message says: reads `message` into the draft; false when it is none that it knows. */
export type ReadMessage = (message: string, draft: Draft, source: Source) => boolean

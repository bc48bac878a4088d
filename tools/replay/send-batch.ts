import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, ApiClient } from '../client/api.ts'
import type { LogRecord } from './read-records.ts'

export interface BatchResult {
  readonly accepted: number
  readonly duplicates: number
  /** Refused items, or all items of a refused batch: where they are, and the code of the refusal. */
  readonly refused: readonly { readonly at: string; readonly code: string }[]
}

interface IngestAnswer {
  readonly results: readonly { readonly index: number; readonly status: string; readonly code?: string }[]
}

export interface SendOptions {
  /** Tries of one batch, the first included. */
  readonly attempts?: number
  /** Waits that many milliseconds; exists only for tests. */
  readonly wait?: (ms: number) => Promise<unknown>
}

const LONGEST_WAIT = 30_000

/**
 * Sends a batch until it is answered: 429, 503 and lost connections are retried after `Retry-After`, or with growing
 * waits of at most 30 s. The event_refs make that safe.
 */
export async function sendBatch(
  api: Pick<ApiClient, 'post'>,
  sourceId: string,
  batch: readonly LogRecord[],
  { attempts = 12, wait = sleep }: SendOptions = {},
): Promise<BatchResult> {
  const body = { log_source_id: sourceId, events: batch.map(({ raw, eventRef }) => ({ raw, event_ref: eventRef })) }
  for (let attempt = 1; ; attempt++) {
    const answer = await api.post('/logs/ingest', body).catch((error: unknown) => error as Error)
    if (!(answer instanceof Error) && answer.status === 202) return resultOf(answer.body as IngestAnswer, batch)
    const passing = answer instanceof Error || answer.status === 429 || answer.status === 503
    if (!passing || attempt >= attempts) {
      const code = answer instanceof Error ? 'unreachable' : codeOf(answer)
      return { accepted: 0, duplicates: 0, refused: batch.map(({ at }) => ({ at, code })) }
    }
    await wait(delay(attempt, answer instanceof Error ? undefined : answer))
  }
}

function delay(attempt: number, answer: Answer | undefined): number {
  const asked = Number(answer?.headers['retry-after'])
  const backoff = 200 * 2 ** Math.min(attempt - 1, 8)
  return Math.min(
    LONGEST_WAIT,
    Number.isFinite(asked) && asked >= 0 && answer?.headers['retry-after'] ? asked * 1_000 : backoff,
  )
}

const codeOf = (answer: Answer): string => {
  const code: unknown = (answer.body as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : `http_${answer.status}`
}

function resultOf({ results }: IngestAnswer, batch: readonly LogRecord[]): BatchResult {
  const of = (status: string) => results.filter(result => result.status === status)
  const accepted = of('accepted').length
  const duplicates = of('duplicate').length
  const refused = of('rejected').map(({ index, code }) => ({ at: batch[index]?.at ?? '?', code: code ?? 'rejected' }))
  // Items missing from an answer were not accepted.
  const missing = batch.length - accepted - duplicates - refused.length
  const silent = Array.from({ length: Math.max(0, missing) }, () => ({ at: batch[0]?.at ?? '?', code: 'unanswered' }))
  return { accepted, duplicates, refused: [...refused, ...silent] }
}

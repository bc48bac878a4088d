import { type EventCodec, topicOf } from '@wardline/events'
import { type Clock, createPatience } from '@wardline/kernel'
import { assertOutcomes, type Delivery, type HandlerContext, type Running, type Subscription } from '@wardline/ports'
import type { RpcClient } from '../rpc/client.ts'
import type { FetchedRun, StoreMethods } from '../store/methods.ts'
import { decodeLine } from './encode.ts'

const DEFAULT_BATCH = 500
const WAIT_MS = 1000
const REDELIVERY = { firstMs: 100, lastMs: 5000 }

/**
 * One loop that fetches and handles events, and reports its progress to the store with the next fetch. A batch that
 * `handle` throws on is kept here and delivered again after a backoff.
 */
export async function startSubscription(
  store: RpcClient<StoreMethods>,
  codec: EventCodec,
  clock: Clock,
  s: Subscription,
): Promise<Running> {
  const abort = new AbortController()
  const max = Math.max(1, s.maxBatch ?? DEFAULT_BATCH)
  const topics = [...new Set(s.kinds.map(topicOf))]
  const kinds = new Map(s.kinds.map(kind => [topicOf(kind), kind]))
  const inOrder = s.inOrder ?? false
  const { subscriber, lag } = await store.call('subscribe', { group: s.group, topics, max, inOrder })
  const state = { lastTickAt: clock.now(), failing: false, lag }
  const tick = (): void => {
    state.lastTickAt = clock.now()
  }
  const context: HandlerContext = { signal: abort.signal, heartbeat: async () => tick() }
  let handled = false

  const ended = (): boolean => abort.signal.aborted || store.closed

  /** Runs `work` until it succeeds. Returns false if the subscription was stopped first. */
  async function persist(work: () => Promise<void>): Promise<boolean> {
    const patience = createPatience({ ...REDELIVERY, signal: abort.signal })
    while (!ended()) {
      tick()
      try {
        await work()
        state.failing = false
        return true
      } catch {
        state.failing = true
        await patience.pause()
      }
    }
    return false
  }

  async function consume(run: FetchedRun): Promise<void> {
    const { deliveries, undecodable } = decodeRun(codec, run)
    if (undecodable.length > 0 && !(await persist(() => setAside(store, run.topic, undecodable)))) return
    const done =
      deliveries.length === 0 ||
      (await persist(async () => {
        const outcomes = await s.handle(deliveries, context)
        assertOutcomes(s.group, deliveries, outcomes)
      }))
    if (!done) return
    handled = true
    state.lag = Math.max(0, state.lag - run.offsets.length)
    const kind = kinds.get(run.topic)
    if (kind) s.onProgress?.({ kind, partition: 0, place: run.after })
  }

  async function loop(): Promise<void> {
    while (!ended())
      await persist(async () => {
        const answer = await store.call('fetch', { subscriber, waitMs: WAIT_MS, handled })
        handled = false
        tick()
        state.lag = answer.lag
        if (!answer.run) return
        await consume(answer.run)
      })
  }

  const done = loop()
  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    abort.abort()
    await store.call('wake', { subscriber }).catch(() => {})
    await done
    await store.call('leave', { subscriber, handled }).catch(() => {})
  }
  return {
    health: () => ({ ...state }),
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

interface Decoded {
  readonly deliveries: Delivery[]
  readonly undecodable: string[]
}

function decodeRun(codec: EventCodec, run: FetchedRun): Decoded {
  const deliveries: Delivery[] = []
  const undecodable: string[] = []
  run.body.split('\n').forEach((line, i) => {
    try {
      deliveries.push({ ...decodeLine(codec, line), position: { partition: 0, offset: String(run.offsets[i]) } })
    } catch {
      undecodable.push(line)
    }
  })
  return { deliveries, undecodable }
}

/** An event that cannot be decoded is saved unchanged in `<topic>.dlq`, and skipped. */
async function setAside(store: RpcClient<StoreMethods>, topic: string, lines: readonly string[]): Promise<void> {
  await store.call('publish', [{ topic: `${topic}.dlq`, count: lines.length, body: lines.join('\n') }])
}

import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Api, Schemas } from '../api/client.ts'
import { ApiProblem, retryDelay } from '../api/problem.ts'

export type StreamState = 'connecting' | 'live' | 'waiting' | 'refused'

/** The service sends a sign of life every 15 s. A connection that is silent for longer is dead. */
const SILENCE_MS = 45_000

interface Listener {
  onAlert(alert: Schemas['Alert']): void
  /** Some alerts are no longer kept and were missed for good: fetch the list again. */
  onReset(): void
  onState(state: StreamState): void
}

/**
 * Follows new alerts while the page is visible. After a break it resumes from the last id that it saw, so it misses
 * none. @returns a function that stops it
 */
export function followAlerts(api: Api, listener: Listener, silenceMs = SILENCE_MS): () => void {
  const ended = new AbortController()
  let lastId: string | undefined
  let failures = 0

  async function once(signal: AbortSignal, heard: Transformer<Uint8Array, Uint8Array>): Promise<void> {
    const headers = { Accept: 'text/event-stream', ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }) }
    const { data } = await api.GET('/api/v1/alerts/stream', { headers, signal, parseAs: 'stream' })
    if (!data) throw new ApiProblem(0, undefined)
    listener.onState('live')
    failures = 0
    const events = (data as ReadableStream<Uint8Array>)
      .pipeThrough(new TransformStream(heard))
      .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
      .pipeThrough(new EventSourceParserStream())
    for await (const { event, id, data: text } of events as unknown as AsyncIterable<{
      event?: string
      id?: string
      data: string
    }>) {
      if (id !== undefined) lastId = id
      if (event === 'alert') listener.onAlert(JSON.parse(text) as Schemas['Alert'])
      else if (event === 'reset') listener.onReset()
    }
  }

  /** Starts the stream after the newest stored alert, so that none is missed before the first response. */
  async function findStart(signal: AbortSignal): Promise<void> {
    const { data } = await api.GET('/api/v1/alerts', { params: { query: { limit: 1 } }, signal })
    lastId = String(data?.items[0]?.sequence ?? 0)
  }

  async function follow(): Promise<void> {
    while (!ended.signal.aborted) {
      await looked(ended.signal)
      const pause = new AbortController()
      const hide = (): void => {
        if (document.hidden) pause.abort()
      }
      document.addEventListener('visibilitychange', hide)
      const silence = watchSilence(silenceMs)
      const signal = AbortSignal.any([ended.signal, pause.signal])
      try {
        if (lastId === undefined) await findStart(signal)
        await once(AbortSignal.any([signal, silence.signal]), silence.heard)
        // A stream may end at any time. That is not a fault.
        await sleep(retryDelay(0, undefined))
      } catch (error) {
        if (error instanceof ApiProblem && [401, 403].includes(error.status)) listener.onState('refused')
        else if (!signal.aborted) listener.onState('waiting')
        if (!signal.aborted) await sleep(retryDelay(failures++, error))
      } finally {
        silence.stop()
        document.removeEventListener('visibilitychange', hide)
      }
    }
  }

  void follow()
  return () => ended.abort()
}

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Aborts after `silenceMs` without data. Everything that passes through `heard` counts as data. */
function watchSilence(ms: number) {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), ms)
  const stop = (): void => clearTimeout(timer)
  const heard: Transformer<Uint8Array, Uint8Array> = {
    transform(chunk, controller) {
      stop()
      timer = setTimeout(() => silent.abort(), ms)
      controller.enqueue(chunk)
    },
  }
  return { signal: silent.signal, heard, stop }
}

/** Waits until the page is visible or `signal` is aborted. */
function looked(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const check = (): void => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    signal.addEventListener('abort', check, { once: true })
    check()
  })
}

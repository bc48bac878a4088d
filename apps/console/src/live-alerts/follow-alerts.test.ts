import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Api } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { followAlerts, type StreamState } from './follow-alerts.ts'

const SILENCE_MS = 40

/** A page that is visible, or not. */
const page = Object.assign(new EventTarget(), { hidden: false })

beforeEach(() => {
  Object.assign(globalThis, { document: page })
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'document')
})

interface Played {
  readonly api: Api
  /** The `Last-Event-ID` of each requested stream. */
  readonly asked: (string | undefined)[]
}

/**
 * An API whose streams send these texts, one stream after another, then go silent. A number is a refusal with that
 * status.
 */
function play(streams: readonly (readonly string[] | number)[]): Played {
  const asked: (string | undefined)[] = []
  const get = async (path: string, { headers, signal }: { headers?: Record<string, string>; signal: AbortSignal }) => {
    if (path === '/api/v1/alerts') return { data: { items: [{ sequence: 7 }] } }
    const texts = streams[asked.length] ?? []
    asked.push(headers?.['Last-Event-ID'])
    if (typeof texts === 'number') throw new ApiProblem(texts, { code: 'x' }, '0')
    const data = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const text of texts) controller.enqueue(new TextEncoder().encode(text))
        signal.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')))
      },
    })
    return { data }
  }
  return { api: { GET: get } as unknown as Api, asked }
}

async function follow({ api }: Played, until: (seen: readonly string[]) => boolean) {
  const seen: string[] = []
  const states: StreamState[] = []
  const stop = followAlerts(
    api,
    {
      onAlert: alert => seen.push(alert.alert_id),
      onReset: () => seen.push('reset'),
      onState: state => states.push(state),
    },
    SILENCE_MS,
  )
  while (!until(seen)) await new Promise(resolve => setTimeout(resolve, 5))
  stop()
  return { seen, states }
}

const alert = (n: number): string => `event: alert\nid: ${n}\ndata: {"alert_id":"alr_${n}"}\n\n`

describe('the stream of alerts', () => {
  it('begins where the list ends, so that no alert is missed in between', async () => {
    const played = play([[alert(8)]])
    const { seen } = await follow(played, s => s.length === 1)
    expect([seen, played.asked]).toEqual([['alr_8'], ['7']])
  })

  it('that has fallen silent is opened again, after the last alert', async () => {
    const played = play([[': open\n\n', alert(8)], [alert(9)]])
    const { seen, states } = await follow(played, s => s.length === 2)
    expect(seen).toEqual(['alr_8', 'alr_9'])
    expect(played.asked.slice(0, 2)).toEqual(['7', '8'])
    expect(states.slice(0, 3)).toEqual(['live', 'waiting', 'live'])
  })

  it('that is refused for a while is opened again when the service says', async () => {
    const { seen, states } = await follow(play([503, 429, [alert(8)]]), s => s.length === 1)
    expect([seen, states]).toEqual([['alr_8'], ['waiting', 'waiting', 'live']])
  })

  it('reports that alerts are gone for good', async () => {
    const { seen } = await follow(play([['event: reset\nid: 40\ndata: {}\n\n', alert(41)]]), s => s.length === 2)
    expect(seen).toEqual(['reset', 'alr_41'])
  })
})

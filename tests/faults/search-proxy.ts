// A proxy between Wardline and OpenSearch, so that a test can make OpenSearch answer that it is busy.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `busy`: every bulk request is answered 429. `half`: of every bulk request each second item is answered 429 and not written, as a node
 * with a full write queue does.
 */
export type Mood = 'well' | 'busy' | 'half'

export interface SearchProxy {
  readonly url: string
  mood: Mood
  /** Items and requests that were answered 429. */
  readonly refused: { requests: number; items: number }
  close(): void
}

const REJECTED = { type: 'es_rejected_execution_exception', reason: 'the queue is full' }

export async function startSearchProxy(upstream: string): Promise<SearchProxy> {
  const refused = { requests: 0, items: 0 }
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    if (proxy.mood === 'well' || !incoming.url?.startsWith('/_bulk')) return pass(incoming, outgoing, body)
    if (proxy.mood === 'busy') {
      refused.requests++
      outgoing.writeHead(429, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify({ error: REJECTED, status: 429 }))
      return
    }
    const lines = body.toString().split('\n').filter(Boolean)
    const kept = lines.filter((_, i) => Math.floor(i / 2) % 2 === 1)
    const rejected = { create: { status: 429, error: REJECTED } }
    const taken = kept.length === 0 ? [] : await bulk(incoming, `${kept.join('\n')}\n`)
    const items = Array.from({ length: lines.length / 2 }, (_, i) => (i % 2 === 1 ? taken[(i - 1) / 2] : rejected))
    refused.items += items.filter(item => item === rejected).length
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ errors: true, items }))
  }

  /** @throws Error when OpenSearch accepts none of it. */
  async function bulk({ url = '' }: IncomingMessage, body: string): Promise<readonly unknown[]> {
    const headers = { 'content-type': 'application/x-ndjson' }
    const response = await fetch(new URL(url, upstream), { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`OpenSearch answered ${response.status}`)
    return ((await response.json()) as { items: readonly unknown[] }).items
  }

  function pass({ method, url, headers }: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    const onward = request(new URL(url ?? '/', upstream), { method, headers }, response => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    onward.once('error', () => outgoing.destroy())
    onward.end(body)
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy: SearchProxy = {
    url: `http://127.0.0.1:${port}`,
    mood: 'well',
    refused,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return proxy
}

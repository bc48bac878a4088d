// The very requests that Wardline sends for a search, sent to OpenSearch by a plain client.
import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'

interface Sent {
  readonly path: string
  readonly body: string
}

/** Passes everything on to OpenSearch, and remembers the search that came last. */
export async function startRecorder(upstream: string) {
  let last: Sent | undefined
  const server = createServer(async (incoming: IncomingMessage, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const { method, headers, url = '/' } = incoming
    if (url.includes('/_search')) last = { path: url, body: body.toString() }
    const onward = forward(new URL(url, upstream), { method, headers }, response => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    onward.once('error', () => outgoing.destroy())
    onward.end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** @returns the search that `ask` makes; of several, the last. */
    async record(ask: () => Promise<unknown>): Promise<Sent> {
      last = undefined
      await ask()
      if (!last) throw new Error('nothing was searched')
      return last
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** @returns a function that sends a request and parses the answer, over one kept connection. */
export function opensearchSearch(url: string) {
  const dispatcher = new Agent({ connections: 1 })
  return {
    async send({ path, body }: Sent): Promise<unknown> {
      const headers = { 'content-type': 'application/json' }
      const answer = await request(`${url}${path}`, { method: 'POST', headers, body, dispatcher })
      if (answer.statusCode !== 200) throw new Error(`OpenSearch answered ${answer.statusCode}`)
      return answer.body.json()
    },
    close: () => dispatcher.close(),
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of the schema registry that a test can shut. */
export interface RegistryProxy {
  readonly url: string
  /** While it is shut, connections are cut without an answer. */
  shut: boolean
  requests: number
  close(): Promise<void>
}

export async function startRegistryProxy(target: string): Promise<RegistryProxy> {
  const server = createServer(async (request, response) => {
    proxy.requests++
    if (proxy.shut) {
      request.socket.destroy()
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await fetch(new URL(target).origin + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': String(request.headers['content-type'] ?? 'application/json') },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    })
    const type = answer.headers.get('content-type') ?? 'application/json'
    response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy: RegistryProxy = {
    url: `http://127.0.0.1:${port}${new URL(target).pathname}`,
    shut: false,
    requests: 0,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return proxy
}

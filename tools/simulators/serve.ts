// Puts a simulated provider on a socket of this machine.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Simulator } from './simulator.ts'

export interface ServedSimulator {
  readonly origin: string
  /** As `WARDLINE_EGRESS_ALLOW` names it. */
  readonly hostPort: string
  close(): Promise<void>
}

/** @param port 0 for any that is free. */
export async function serveSimulator(simulator: Simulator, port = 0): Promise<ServedSimulator> {
  const server = createServer(async (request, response) => {
    const answer = simulator.answer({
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', 'http://simulator'),
      headers: { authorization: request.headers.authorization },
      body: await textOf(request),
    })
    if (answer.broken === 'hangs') return
    const bytes = Buffer.from(answer.body)
    response.writeHead(answer.status, { ...answer.headers, 'content-length': String(bytes.length) })
    if (answer.broken !== 'cut') return response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    hostPort,
    origin: `http://${hostPort}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

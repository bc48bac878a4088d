import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver of webhooks on this machine that remembers their bodies. */
export interface Webhook {
  /** `127.0.0.1:<port>` */
  readonly address: string
  readonly bodies: readonly string[]
  close(): void
}

export async function startWebhook(): Promise<Webhook> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      bodies.push(text)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, bodies, close: () => void server.close() }
}

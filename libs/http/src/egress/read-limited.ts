import type { Readable } from 'node:stream'
import { EgressFault } from './egress-fault.ts'

/** The bytes of an answer. Stops reading at the first byte over the limit. @throws EgressFault `too_large`. */
export async function readLimited(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    // Leaving the loop destroys the stream, and with it the connection.
    if (size > maxBytes) throw new EgressFault('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

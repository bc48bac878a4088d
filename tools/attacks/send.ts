import { connect } from 'node:net'

export interface Sent {
  /** Status of the first answer; 0 without one. */
  readonly status: number
  /** All that came back, at most 64 KiB of it. */
  readonly text: string
  /** The other side closed the connection. */
  readonly closed: boolean
}

const MAX_KEPT = 65_536

/**
 * Sends bytes as they are, as fast as they are taken, and waits until all of them are taken and there is an answer, the
 * answer says that no more is read, the connection is closed, or the time is over.
 */
export function send(base: string, bytes: Buffer | string, withinMs = 60_000): Promise<Sent> {
  const { hostname, port } = new URL(base)
  return new Promise(resolve => {
    let text = ''
    let written = false
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes, () => {
        written = true
        if (answered()) done(false)
      })
    })
    const timer = setTimeout(() => done(false), withinMs)
    const answered = (): boolean => text.includes('\r\n\r\n')
    const isLast = (): boolean => /\r\nconnection: close\r\n/i.test(text)
    const done = (closed: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, closed })
    }
    socket.setEncoding('latin1').on('data', (part: string) => {
      if (text.length < MAX_KEPT) text += part
      if (answered() && (written || isLast())) done(isLast())
    })
    socket.once('close', () => done(true)).on('error', () => undefined)
  })
}

// A thread that plays agents over raw TLS sockets: as little work as HTTP/1.1 allows, so that the platform is what is measured.
import { connect, type TLSSocket } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'

/** What a thread is to do. */
export interface AgentLoad {
  readonly host: string
  readonly port: number
  /** PEM. */
  readonly ca: string
  readonly requests: readonly AgentRequest[]
  /** Connections at a time. */
  readonly connections: number
  /** `new`: one connection per request. `kept`: as many as `connections`, each with its own client certificate. `handshake`: no request at all. */
  readonly mode: 'new' | 'kept' | 'handshake'
}

export interface AgentRequest {
  readonly path: string
  readonly body: string
  readonly cert?: string
  readonly key?: string
}

/** What came of it. */
export interface AgentLoadResult {
  /** Milliseconds of each request that was answered with 200 or 201 (of each handshake), in no order. */
  readonly times: readonly number[]
  /** Answers by status, where it was another; `error` for none. */
  readonly others: Readonly<Record<string, number>>
  /** The first body, where one was given. */
  readonly bodies: readonly string[]
}

const load = workerData as AgentLoad & { readonly keepBodies: boolean }

function open({ cert, key }: Pick<AgentRequest, 'cert' | 'key'>): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: load.host,
      port: load.port,
      ca: load.ca,
      ...(cert && key ? { cert, key } : {}),
    })
    socket.setNoDelay(true)
    socket.once('secureConnect', () => {
      socket.off('error', reject)
      socket.on('error', () => undefined)
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

const textOf = ({ path, body }: AgentRequest): string =>
  `POST ${path} HTTP/1.1\r\nHost: ${load.host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/** Sends one request and reads its whole answer, which has a Content-Length. */
function ask(socket: TLSSocket, request: AgentRequest): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    let text = ''
    const done = (): void => {
      socket.off('data', onData).off('close', onClose)
    }
    const onClose = (): void => {
      done()
      reject(new Error('closed'))
    }
    const onData = (chunk: Buffer): void => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
      if (text.length < head + 4 + length) return
      done()
      resolve({ status: Number(text.slice(9, 12)), body: text.slice(head + 4) })
    }
    socket.on('data', onData).once('close', onClose)
    socket.write(textOf(request))
  })
}

const times: number[] = []
const others: Record<string, number> = {}
const bodies: string[] = []
let next = 0

function note(started: number, answer: { status: number; body: string } | undefined): void {
  if (answer && (answer.status === 200 || answer.status === 201)) {
    times.push(performance.now() - started)
    if (load.keepBodies) bodies.push(answer.body)
  } else {
    const what = answer ? String(answer.status) : 'error'
    others[what] = (others[what] ?? 0) + 1
  }
}

async function lane(index: number): Promise<void> {
  const mine = load.requests[index % load.requests.length]!
  const kept = load.mode === 'kept' ? await open(mine) : undefined
  while (next < load.requests.length) {
    const request = load.requests[next++]!
    const started = performance.now()
    try {
      if (kept) {
        note(started, await ask(kept, { ...mine, body: request.body }))
        continue
      }
      const socket = await open(request)
      note(started, load.mode === 'handshake' ? { status: 200, body: '' } : await ask(socket, request))
      socket.destroy()
    } catch {
      note(started, undefined)
    }
  }
  kept?.destroy()
}
await Promise.all(Array.from({ length: load.connections }, (_, i) => lane(i)))
parentPort?.postMessage({ times, others, bodies } satisfies AgentLoadResult)

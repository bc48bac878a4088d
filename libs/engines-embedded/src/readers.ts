import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { ReaderMethods } from './index/methods.ts'
import { createRpcClient, type RpcClient } from './rpc/client.ts'
import type { StorageThread } from './threads.ts'

/** How often readers are pinged. */
const ASK_MS = 1_000
/** Deaths within this time that make the whole storage fail: a reader that cannot live is not replaced for ever. */
const DEATHS = 5
const DEATHS_WITHIN_MS = 60_000

/** Told to the users of the readers: which reader was replaced, and the channel to the new one. */
export type OnReplaced = (reader: number, port: MessagePort) => void

export interface ReaderOptions {
  readonly count: number
  /** A reader that gives no sign of life for this long counts as stuck. */
  readonly patienceMs: number
  /** Starts a reader thread. `onDeath`: it ended by itself. */
  launch(onDeath: (error: Error) => void): Promise<StorageThread>
  warn(warning: string): void
  /** Readers keep dying. */
  fail(error: Error): void
}

/**
 * The threads that search. One that is stuck (a disk that does not answer, an endless statement) or has died is
 * replaced by a new one.
 */
export interface Readers {
  /** A channel to each reader for one thread. `onReplaced` is called until `leave`. */
  join(onReplaced: OnReplaced): { readonly ports: MessagePort[]; leave(): void }
  /** Resolves when all have closed their files. Stuck ones are left behind. */
  close(): Promise<void>
}

interface Reader {
  readonly thread: StorageThread
  readonly asking: RpcClient<ReaderMethods>
  asked: boolean
  /** Number of checks since it was pinged. Counted, not timed: a pause of this thread is not the reader's. */
  unanswered: number
}

export async function startReaders(options: ReaderOptions): Promise<Readers> {
  const users = new Set<OnReplaced>()
  const deaths: number[] = []
  const askMs = Math.min(ASK_MS, options.patienceMs / 4)
  let closed = false

  const channelTo = (thread: StorageThread): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    thread.serve(port1)
    return port2
  }
  async function start(): Promise<Reader> {
    const thread = await options.launch(error => {
      if (closed || !readers.some(reader => reader.thread === thread)) return
      deaths.push(performance.now())
      options.warn(`a thread that searches has died: ${error.message}`)
    })
    const asking = createRpcClient<ReaderMethods>(channelTo(thread), Number.POSITIVE_INFINITY)
    return { thread, asking, asked: false, unanswered: 0 }
  }
  const readers = await Promise.all(Array.from({ length: options.count }, start))

  async function replace(i: number): Promise<void> {
    const old = readers[i] as Reader
    const fresh = await start()
    if (closed) return void fresh.thread.terminate()
    readers[i] = fresh
    for (const tell of users) tell(i, channelTo(fresh.thread))
    old.asking.close()
    // A thread that is stuck in the operating system ends when the system call returns; nothing waits for it.
    void old.thread.terminate()
  }

  async function look(i: number): Promise<void> {
    const reader = readers[i] as Reader
    const stuck = reader.unanswered * askMs >= options.patienceMs
    if (stuck) options.warn('a thread that searches gave no sign of life and has been replaced')
    if (stuck || reader.asking.closed) {
      const recent = deaths.filter(at => performance.now() - at < DEATHS_WITHIN_MS)
      if (recent.length >= DEATHS) return options.fail(new Error('the threads that search keep dying'))
      return replace(i)
    }
    reader.unanswered++
    if (reader.asked) return
    reader.asked = true
    reader.asking.call('ping', undefined).then(
      () => Object.assign(reader, { asked: false, unanswered: 0 }),
      () => undefined,
    )
  }
  const looking = new Set<number>()
  const timer = setInterval(() => {
    if (closed) return
    for (const i of readers.keys()) {
      if (looking.has(i)) continue
      looking.add(i)
      look(i)
        .catch(fault => options.warn(`a thread that searches cannot be started: ${String(fault)}`))
        .finally(() => looking.delete(i))
    }
  }, askMs)
  timer.unref()

  return {
    join(onReplaced) {
      users.add(onReplaced)
      return { ports: readers.map(r => channelTo(r.thread)), leave: () => void users.delete(onReplaced) }
    },
    async close() {
      closed = true
      clearInterval(timer)
      await Promise.all(
        readers.map(async reader => {
          const patience = new Promise(resolve => setTimeout(resolve, options.patienceMs).unref())
          const ended = reader.asking.call('shutdown', undefined).then(
            () => reader.thread.ended,
            () => undefined,
          )
          await Promise.race([ended, patience])
          reader.asking.close()
        }),
      )
    },
  }
}

import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { createEventCodec } from '@wardline/events'
import type { EventBus, LogIndex, Registry } from '@wardline/ports'
import { createBus } from './client/bus.ts'
import { createLogIndex } from './client/log-index.ts'
import { createRegistry } from './client/registry.ts'
import type { ReaderMethods, WriterMethods } from './index/methods.ts'
import { createRpcClient, type RpcClient } from './rpc/client.ts'
import { clockFrom } from './rpc/shared-clock.ts'
import type { StoreMethods } from './store/methods.ts'

/** The three ports of one thread. */
export interface AttachedEngines {
  readonly bus: EventBus
  readonly registry: Registry
  readonly index: LogIndex
  /** Gives the channels back. Stop subscriptions first; calls in progress are rejected. */
  close(): Promise<void>
}

/** First message on the port of `connect()`: a channel to each storage thread. */
export interface Introduction {
  readonly store: MessagePort
  readonly writer: MessagePort
  readonly readers: readonly MessagePort[]
  readonly clockCell: SharedArrayBuffer
  readonly queueBytes: number
}

/** A later message: a channel to the thread that has replaced a reader. */
export interface Replacement {
  readonly reader: number
  readonly port: MessagePort
}

export interface Channels {
  readonly store: RpcClient<StoreMethods>
  readonly writer: RpcClient<WriterMethods>
  /** Readers may be replaced. */
  readonly readers: RpcClient<ReaderMethods>[]
}

/**
 * The engines in another worker thread. @param port from `EmbeddedEngines.connect()`, transferred to this thread (`transferList`). Every call
 * goes straight to the storage threads, not through the thread that opened them.
 */
export function attachEmbedded(port: MessagePort): AttachedEngines {
  const introduction = receiveMessageOnPort(port)?.message as Introduction | undefined
  if (!introduction) {
    port.close()
    throw new Error('the port is not one of connect(), or was used before')
  }
  const { engines, replaceReader } = attach(introduction, () => {})
  port.on('message', (message: Replacement) => replaceReader(message.reader, message.port))
  return {
    ...engines,
    async close() {
      port.close()
      await engines.close()
    },
  }
}

interface Attached {
  readonly engines: AttachedEngines
  readonly channels: Channels
  /** Calls in progress on the old channel are rejected as `unavailable`. */
  replaceReader(reader: number, port: MessagePort): void
}

/** @param before runs before every call. */
export function attach(i: Introduction, before: () => void): Attached {
  const client = <M extends StoreMethods | WriterMethods | ReaderMethods>(port: MessagePort): RpcClient<M> =>
    createRpcClient<M>(port, i.queueBytes, before)
  const channels: Channels = {
    store: client<StoreMethods>(i.store),
    writer: client<WriterMethods>(i.writer),
    readers: i.readers.map(port => client<ReaderMethods>(port)),
  }
  const codec = createEventCodec()
  return {
    channels,
    replaceReader(reader, port) {
      channels.readers[reader]?.close()
      channels.readers[reader] = client<ReaderMethods>(port)
    },
    engines: {
      bus: createBus(channels.store, codec, clockFrom(i.clockCell)),
      registry: createRegistry(channels.store, codec),
      index: createLogIndex(channels.writer, channels.readers),
      async close() {
        for (const channel of [channels.store, channels.writer, ...channels.readers]) channel.close()
      },
    },
  }
}

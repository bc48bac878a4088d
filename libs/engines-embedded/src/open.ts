import { mkdirSync } from 'node:fs'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { type Clock, systemClock } from '@wardline/kernel'
import { type AttachedEngines, attach, type Introduction, type Replacement } from './attach.ts'
import { refuseNewerFolder } from './format/folder-format.ts'
import { startReaders } from './readers.ts'
import { shareClock } from './rpc/shared-clock.ts'
import { DEFAULT_SETTINGS, type EmbeddedSettings } from './settings.ts'
import type { TopicStatus } from './store/bus-store.ts'
import type { StorageStatus } from './store/methods.ts'
import { type StorageThread, startThread } from './threads.ts'

interface OpenOptions {
  /** Created with mode 0700 if missing. */
  readonly dataDir: string
  readonly clock?: Clock
  readonly settings?: Partial<EmbeddedSettings>
  /**
   * Called for faults that no call reports: a file that cannot be searched, maintenance that failed. For the log and an
   * alarm.
   */
  readonly onWarning?: (warning: string) => void
}

/** Values for an operator's metrics and alarms. */
export interface EngineStatus {
  readonly topics: readonly TopicStatus[]
  readonly waitingInOutbox: number
}

export interface EmbeddedEngines extends Omit<AttachedEngines, 'close'> {
  /** A port to give to one other thread (with `transferList`), which calls `attachEmbedded` with it. */
  connect(): MessagePort
  /** Runs retention and expiry now; they run by themselves every `maintenanceMs`. */
  maintain(): Promise<void>
  status(): Promise<EngineStatus>
  storage(): Promise<StorageStatus>
  /**
   * On a full disk a start gets room for small files out of the reserve. `moreRoom` gives it more; `keepRoom` takes back,
   * when it is over, what it has not used, so that it is there for the next one.
   */
  readonly atStart: { moreRoom(): Promise<void>; keepRoom(): Promise<void> }
  /** Resolves with the reason when a storage thread has died. Nothing can be read or written any more: end the process. */
  readonly failed: Promise<Error>
  /** Resolves when everything accepted is durable and every file is closed. Stop subscriptions first. */
  close(): Promise<void>
}

/**
 * Opens the engines of the embedded profile (docs/architecture.md#embedded-engine), in threads of their own.
 * @throws Error when another process uses the folder, or a newer release wrote it.
 */
export async function openEmbedded({
  dataDir,
  clock = systemClock,
  settings,
  onWarning = () => {},
}: OpenOptions): Promise<EmbeddedEngines> {
  refuseNewerFolder(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const all: EmbeddedSettings = { ...DEFAULT_SETTINGS, ...settings }
  const shared = shareClock(clock)
  const start = { dataDir, settings: all, clockCell: shared.cell }
  let fail: (error: Error) => void = () => {}
  const failed = new Promise<Error>(resolve => {
    fail = resolve
  })
  const started: StorageThread[] = []
  const launch = async (file: string, onDeath = (error: Error): void => fail(error)): Promise<StorageThread> => {
    const thread = await startThread(new URL(file, import.meta.url), start, onDeath, onWarning)
    started.push(thread)
    return thread
  }

  try {
    // In this order: the store takes the folder's lock, the writer makes the catalog that the readers open.
    const store = await launch('./store/worker.ts')
    const writer = await launch('./index/writer-worker.ts')
    const readers = await startReaders({
      count: Math.max(1, all.indexReaders),
      patienceMs: all.readerPatienceMs,
      launch: onDeath => launch('./index/reader-worker.ts', onDeath),
      warn: onWarning,
      fail,
    })
    const channelTo = (thread: StorageThread): MessagePort => {
      const { port1, port2 } = new MessageChannel()
      thread.serve(port1)
      return port2
    }
    const introduce = (ports: readonly MessagePort[]): Introduction => ({
      store: channelTo(store),
      writer: channelTo(writer),
      readers: ports,
      clockCell: shared.cell,
      queueBytes: all.queueBytes,
    })
    const here = readers.join((reader, port) => replaceReader(reader, port))
    const { engines, channels, replaceReader } = attach(introduce(here.ports), shared.refresh)

    let closed: Promise<void> | undefined
    const close = async (): Promise<void> => {
      const calls = [channels.store.call('shutdown', undefined), channels.writer.call('shutdown', undefined)]
      await Promise.allSettled([...calls, readers.close()])
      await Promise.all([store.ended, writer.ended])
      await engines.close()
    }
    return {
      bus: engines.bus,
      registry: engines.registry,
      index: engines.index,
      connect() {
        const { port1, port2 } = new MessageChannel()
        const { ports, leave } = readers.join((reader, port) =>
          port1.postMessage({ reader, port } satisfies Replacement, [port]),
        )
        port1.on('close', leave)
        port1.unref()
        const introduction = introduce(ports)
        port1.postMessage(introduction, [introduction.store, introduction.writer, ...introduction.readers])
        return port2
      },
      maintain: async () => void (await channels.store.call('maintain', undefined)),
      status: () => channels.store.call('status', undefined),
      storage: () => channels.store.call('storage', undefined),
      atStart: {
        moreRoom: () => channels.store.call('startRoom', { more: true }),
        keepRoom: () => channels.store.call('startRoom', { more: false }),
      },
      failed,
      close() {
        closed ??= close()
        return closed
      },
    }
  } catch (fault) {
    await Promise.all(started.map(thread => thread.terminate()))
    throw fault
  }
}

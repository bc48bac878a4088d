import { setTimeout as sleep } from 'node:timers/promises'
import type { MongoClient } from 'mongodb'
import { faultOf, type Surroundings, within } from '../surroundings.ts'

/**
 * A monitor reports every 10 s, even while its server is down: one that is silent for this long has stopped for good.
 */
const SILENT_MS = 40_000
const CLOSE_MS = 5_000

type Client = Pick<MongoClient, 'on' | 'off' | 'close' | 'connect'>

/**
 * Reconnects a client when the monitor of a server has fallen silent. The driver (7.8) waits forever for the `drain`
 * event of a socket that is closed at the moment of a write. If that happens to a monitor, the client never learns that
 * its server is back.
 * @returns a function that stops the watch
 */
export function keepMonitored(
  client: Client,
  { log, signal }: Pick<Surroundings, 'log' | 'signal'>,
  silentMs = SILENT_MS,
): () => Promise<void> {
  const heard = new Map<string, number>()
  const hear = ({ connectionId }: { readonly connectionId: string }): void =>
    void heard.set(connectionId, performance.now())
  const forget = ({ address }: { readonly address: string }): void => void heard.delete(address)
  const beats = ['serverHeartbeatStarted', 'serverHeartbeatSucceeded', 'serverHeartbeatFailed'] as const
  for (const beat of beats) client.on(beat, hear)
  client.on('serverClosed', forget)

  const ended = new AbortController()
  const over = AbortSignal.any([signal, ended.signal])
  const watch = async (): Promise<void> => {
    while (!over.aborted) {
      await sleep(silentMs / 4, undefined, { signal: over }).catch(() => {})
      const now = performance.now()
      if (over.aborted || ![...heard.values()].some(at => now - at > silentMs)) continue
      log.error({ engine: 'mongodb' }, 'the driver has lost sight of a server; reconnecting')
      heard.clear()
      await within(CLOSE_MS, 'closing', client.close()).catch(() => {})
      await client.connect().catch(error => log.warn({ engine: 'mongodb', fault: faultOf(error) }, 'not connected yet'))
    }
  }
  const watching = watch()
  return async () => {
    ended.abort()
    await watching
    for (const beat of beats) client.off(beat, hear)
    client.off('serverClosed', forget)
  }
}

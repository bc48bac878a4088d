import { setTimeout as sleep } from 'node:timers/promises'
import type { MongoClient } from 'mongodb'
import { faultOf, type Surroundings, within } from '../surroundings.ts'

/** A monitor says something every 10 s, also while its server is away: one that is silent for as long as this has stopped for ever. */
const SILENT_MS = 40_000
const CLOSE_MS = 5_000

type Client = Pick<MongoClient, 'on' | 'off' | 'close' | 'connect'>

/**
 * Opens a client's connections anew when the monitor of a server has fallen silent. The driver (7.8) waits for ever for the `drain` event of a
 * socket that is closed in the moment of a write; where that happens to a monitor, the client never learns that its server is back.
 * @returns ends it.
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
      log.error({ engine: 'mongodb' }, 'the driver has lost sight of a server; connecting anew')
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

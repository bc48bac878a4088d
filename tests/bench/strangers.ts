// What one request of a caller without credentials costs the thread that serves HTTP, and how long others wait meanwhile.
import { type Payload, plainPayload, strangersPayloads } from '../../tools/attacks/payloads.ts'
import { send } from '../../tools/attacks/send.ts'
import { removeDataDir, startInstance } from '../../tools/instance/start.ts'
import { threadMs } from '../attacks/http-thread.ts'
import { type Row, report } from './support/report.ts'

/** At least so many milliseconds of each payload, for the counters of a busy machine are rough. */
const MEASURED_MS = 400
const MOST = 200

export async function benchStrangers({ json }: { readonly json: boolean }): Promise<void> {
  const instance = await startInstance({ env: { WARDLINE_RATE_LIMITS: 'off' } })
  try {
    for (let i = 0; i < 300; i++) await send(instance.apiUrl, plainPayload.bytes)
    const rows: Row[] = []
    for (const payload of [plainPayload, ...strangersPayloads()]) {
      const { cpuMs, status, closed } = await cost(instance, payload)
      rows.push({
        name: payload.name.replaceAll(/\W+/g, '_'),
        label: `${payload.name} (${status}${closed ? ', closed' : ''})`,
        value: cpuMs,
        unit: 'ms CPU',
        target: '<= 5',
      })
    }
    report('One request of a stranger: CPU time of the HTTP thread, until all of it is sent or refused', rows, [], json)
  } finally {
    await instance.stop()
    removeDataDir(instance.dataDir)
  }
}

async function cost({ apiUrl, pid }: { readonly apiUrl: string; readonly pid: number }, { bytes }: Payload) {
  const last = await send(apiUrl, bytes)
  const before = threadMs(pid)
  let times = 0
  for (const end = Date.now() + MEASURED_MS; times < 3 || (times < MOST && Date.now() < end); times++)
    await send(apiUrl, bytes)
  return { cpuMs: (threadMs(pid) - before) / times, ...last }
}

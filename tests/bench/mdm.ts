// A whole fleet synced from a simulated provider into a running instance, twice: when everything is new and when nothing has changed.
import { readFileSync } from 'node:fs'
import { createApiClient } from '../../tools/client/api.ts'
import { removeDataDir, startInstance } from '../../tools/instance/start.ts'
import { createFleet } from '../../tools/simulators/fleet.ts'
import { SIMULATED_SECRET, simulatorSettings } from '../../tools/simulators/instance-settings.ts'
import { createGraphSimulator, DIRECTORY } from '../../tools/simulators/microsoft-graph.ts'
import { serveSimulator } from '../../tools/simulators/serve.ts'
import { CLIENT_ID } from '../../tools/simulators/simulator.ts'
import { type Row, report } from './support/report.ts'

export async function benchMdm({ devices, json }: { readonly devices: number; readonly json: boolean }): Promise<void> {
  const { port, env } = await simulatorSettings()
  const origin = `http://127.0.0.1:${port}`
  const provider = await serveSimulator(
    createGraphSimulator({ fleet: createFleet(devices), origin: () => origin }),
    port,
  )
  const instance = await startInstance({ env: { WARDLINE_RATE_LIMITS: 'off', ...env } })
  try {
    const api = createApiClient(instance.apiUrl, { token: instance.adminToken })
    const made = await api.post('/integrations/mdm/connections', {
      name: 'fleet',
      provider: 'microsoft_graph',
      base_url: origin,
      authority_url: origin,
      provider_tenant_id: DIRECTORY,
      client_id: CLIENT_ID,
      secret_ref: SIMULATED_SECRET,
    })
    const path = `/integrations/mdm/connections/${made.body.connection_id}`
    const idle = rssMib(instance.pid)
    const sync = async (): Promise<{ readonly seconds: number; readonly cpu: number; readonly peak: number }> => {
      const [started, before] = [performance.now(), cpuSeconds(instance.pid)]
      const { sync_run_id } = (await api.post(`${path}/sync`)).body
      let peak = 0
      for (;;) {
        const { body } = await api.get(`${path}/sync-runs/${sync_run_id}`)
        peak = Math.max(peak, rssMib(instance.pid))
        if (body.finished_at !== null) {
          if (body.state !== 'succeeded' || body.counts.seen !== devices)
            throw new Error(`the sync ended ${body.state} ${body.error_code} after ${body.counts.seen}`)
          const seconds = (performance.now() - started) / 1000
          return { seconds, cpu: cpuSeconds(instance.pid) - before, peak }
        }
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    }
    const fresh = await sync()
    const same = await sync()
    await api.close()
    const rows: Row[] = [
      { name: 'devices', label: 'devices', value: devices },
      {
        name: 'new_per_second',
        label: 'first sync: every device is new',
        value: devices / fresh.seconds,
        unit: 'devices/s',
      },
      {
        name: 'same_per_second',
        label: 'second sync: nothing has changed',
        value: devices / same.seconds,
        unit: 'devices/s',
      },
      {
        name: 'cpu_ms_per_device',
        label: 'CPU per device, first sync',
        value: (fresh.cpu / devices) * 1000,
        unit: 'ms',
      },
      { name: 'idle_rss_mib', label: 'RSS before', value: idle, unit: 'MiB' },
      {
        name: 'peak_rss_mib',
        label: 'peak RSS over both',
        value: Math.max(fresh.peak, same.peak),
        unit: 'MiB',
        target: '<= 1536',
      },
    ]
    report('mdm: one connection, pages of 500, everything durable', rows, [], json)
  } finally {
    await instance.stop()
    removeDataDir(instance.dataDir)
    await provider.close()
  }
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const rssMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

// A real Prometheus with the rules as they are shipped: every alarm, raised as services raise it, is seen firing.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  type AdminServer,
  createAlarms,
  createMetrics,
  type MetricsHub,
  readBuildInfo,
  startAdminServer,
} from '@wardline/host'
import { SERVICES } from '@wardline/kernel'
import { ALARMS, type AlarmName, type Alarms } from '@wardline/service-kit'
import { silentLog } from '@wardline/service-kit/testing'
import { eventually } from '../support/until.ts'
import { ALERTS, describeWithPrometheus } from './support/prometheus.ts'

const NAMES = Object.keys(ALARMS) as AlarmName[]
const PATIENCE_MS = 90_000

describeWithPrometheus('an alarm in Prometheus', () => {
  const dir = mkdtempSync(join(tmpdir(), 'wardline-prometheus-'))
  let metrics: MetricsHub
  let alarms: Alarms
  let admin: AdminServer
  let prometheus: ChildProcess
  let url = ''

  /** The alarms whose alert fires, by name. */
  async function firing(): Promise<readonly string[]> {
    interface Answer {
      readonly data: { readonly alerts: readonly { readonly labels: Record<string, string>; readonly state: string }[] }
    }
    const { data } = (await (await fetch(`${url}/api/v1/alerts`)).json()) as Answer
    return data.alerts
      .filter(a => a.state === 'firing' && a.labels.alertname === 'WardlineAlarm')
      .map(a => String(a.labels.name))
      .sort()
  }

  /** How many values of one alarm's gauge Prometheus has seen. */
  async function scrapes(): Promise<number> {
    const query = encodeURIComponent('count_over_time(wardline_alarms{name="clock_behind",state="active"}[10m])')
    interface Answer {
      readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] }
    }
    const { data } = (await (await fetch(`${url}/api/v1/query?query=${query}`)).json()) as Answer
    return Number(data.result[0]?.value[1] ?? 0)
  }

  const comesTrue = (what: () => Promise<boolean>): Promise<boolean> =>
    eventually(() => what().catch(() => false), Boolean, PATIENCE_MS, 200)

  beforeAll(async () => {
    metrics = createMetrics({ process: false, services: SERVICES })
    alarms = createAlarms({ metrics, log: silentLog() }, SERVICES)
    const state = { live: async () => true, notReady: async () => undefined, metricsText: () => metrics.text([]) }
    admin = await startAdminServer({ host: '127.0.0.1', port: 0, build: readBuildInfo(undefined), state })
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [ALERTS],
      scrape_configs: [{ job_name: 'wardline', static_configs: [{ targets: [new URL(admin.url).host] }] }],
    }
    writeFileSync(join(dir, 'prometheus.yml'), JSON.stringify(config))
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(dir, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(dir, 'data')}`,
        '--web.listen-address=127.0.0.1:0',
        '--log.format=json',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let said = ''
    prometheus.stderr?.setEncoding('utf8').on('data', text => {
      said += text
      url ||= /"address":"(127\.0\.0\.1:[1-9]\d*)"/.exec(said)?.[1]?.replace(/^/, 'http://') ?? ''
    })
    await comesTrue(async () => (await scrapes()) > 0)
  })
  afterAll(async () => {
    const ended = new Promise(resolve => prometheus.once('exit', resolve))
    prometheus.kill('SIGTERM')
    await ended
    await admin.close()
    rmSync(dir, { recursive: true })
  })

  it('does not fire before it is raised', async () => {
    expect(await firing()).toEqual([])
  })

  it.each(NAMES)('fires at its first occurrence: %s', async name => {
    alarms.raise(name)
    await comesTrue(async () => (await firing()).includes(name))
    expect(await firing()).toEqual(NAMES.slice(0, NAMES.indexOf(name) + 1).sort())
  })
})

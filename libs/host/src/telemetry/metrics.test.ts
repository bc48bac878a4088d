import { describe, expect, it } from '@jest/globals'
import { SERVICES } from '@wardline/kernel'
import { METRICS, type MetricFamily } from '@wardline/service-kit'
import { createMetrics } from './metrics.ts'

const ROWS: readonly (readonly [string, MetricFamily])[] = Object.entries(METRICS)

describe('the metrics of a process', () => {
  it('exist at 0 from the first scrape on, in every series whose labels are known', async () => {
    const text = await createMetrics({ process: false, services: SERVICES }).text([])
    const absent = ROWS.filter(([name, { labels, kind }]) => {
      const known = Object.values(labels).every(values => values !== 'at_start')
      const sample = `\nwardline_${name}${kind === 'histogram' ? '_count' : ''}`
      return known && !text.split(sample).some(rest => /^(?:\{[^}]*\})? 0\n/.test(rest))
    })
    expect(absent.map(([name]) => name)).toEqual([])
    expect(text).toContain('wardline_logs_ingested_total{outcome="accepted"} 0')
    expect(text).toContain('wardline_checkpoint_stamps_total{log="evidence",outcome="stamped"} 0')
  })

  it('are those of its services and of the host only', async () => {
    const text = await createMetrics({ process: false, services: ['ingest'] }).text([])
    expect(text).toContain('wardline_logs_ingested_total')
    expect(text).toContain('wardline_ready')
    expect(text).not.toContain('wardline_detector_rules')
  })

  it('take the labels that the host learns when it starts', async () => {
    const metrics = createMetrics({ process: false, services: [] })
    metrics.declare('events_handled_total', { group: ['normalizer'] })
    metrics.declare('handler_seconds', { group: ['normalizer'] })
    const text = await metrics.text([])
    for (const outcome of ['ok', 'drop', 'reject'])
      expect(text).toContain(`wardline_events_handled_total{group="normalizer",outcome="${outcome}"} 0`)
    expect(text).toContain('wardline_handler_seconds_count{group="normalizer"} 0')
  })

  it('of several threads are added up, and of gauges the largest counts', async () => {
    const [one, other] = [0, 1].map(() => createMetrics({ process: false, services: SERVICES }))
    for (const metrics of [one!, other!]) {
      metrics.gauge('detector_rules', 7, { status: 'ok' })
      metrics.count('heartbeats_total')
    }
    other!.gauge('alarms', 1, { name: 'clock_behind', state: 'active' })
    const text = await one!.text([await other!.snapshot()])
    expect(text).toContain('wardline_detector_rules{status="ok"} 7')
    expect(text).toContain('wardline_heartbeats_total 2')
    expect(text).toContain('wardline_alarms{name="clock_behind",state="active"} 1')
  })

  it('of Node.js have no gauge that is called a total', async () => {
    const text = await createMetrics({ process: true, services: [] }).text([])
    expect(text).toContain('wardline_nodejs_eventloop_lag_p99_seconds')
    expect(text.match(/# TYPE \w+_total gauge/g)).toBeNull()
  })
})

describe('the table of metrics', () => {
  it('calls counters totals, and nothing else', () => {
    const wrong = ROWS.filter(([name, { kind }]) => (kind === 'counter') !== name.endsWith('_total'))
    expect(wrong.map(([name]) => name)).toEqual([])
  })
})

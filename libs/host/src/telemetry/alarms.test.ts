import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { Alarms } from '@wardline/service-kit'
import type { Logger } from 'pino'
import { createAlarms } from './alarms.ts'
import { createMetrics, type MetricsHub } from './metrics.ts'

let metrics: MetricsHub
let alarms: Alarms
let lines: object[]

beforeEach(() => {
  jest.useFakeTimers()
  lines = []
  const note = (facts: object): void => void lines.push(facts)
  metrics = createMetrics({ process: false, services: ['gateway', 'log-store'] })
  alarms = createAlarms({ metrics, log: { error: note, warn: note } as unknown as Logger }, ['gateway', 'log-store'])
})
afterEach(() => {
  jest.useRealTimers()
})

const MINUTE_MS = 60_000
const shown = async (name: string): Promise<readonly string[]> =>
  (await metrics.text([])).split('\n').flatMap(line => {
    const [, state, value] =
      /^wardline_alarms(?:_raised_total)?\{name="\w+"(?:,state="(\w+)")?\} (\d)$/.exec(line) ?? []
    return line.includes(`name="${name}"`) ? [`${state ?? 'raised'} ${value}`] : []
  })

describe('an alarm', () => {
  it('exists from the first scrape on, in no state, if a service of the process may raise it', async () => {
    expect(await shown('clock_behind')).toEqual(['active 0', 'resolved 0', 'raised 0'])
    expect(await shown('mdm_mass_disappearance')).toEqual([])
  })

  it('is active from when it is raised, and resolved once it is over, with a line in the log for each', async () => {
    alarms.raise('ledger_difference', { log_source_id: 'src_1' })
    expect(await shown('ledger_difference')).toEqual(['active 1', 'resolved 0', 'raised 1'])
    alarms.clear('ledger_difference')
    expect(await shown('ledger_difference')).toEqual(['active 0', 'resolved 1', 'raised 1'])
    alarms.raise('ledger_difference')
    expect(await shown('ledger_difference')).toEqual(['active 1', 'resolved 0', 'raised 2'])
    expect(lines).toEqual([
      { alarm: 'ledger_difference', state: 'active', log_source_id: 'src_1' },
      { alarm: 'ledger_difference', state: 'resolved' },
      { alarm: 'ledger_difference', state: 'active' },
    ])
  })

  it('that is raised again and again is one alarm, and its facts are in the log once', async () => {
    for (let i = 0; i < 1_000; i++) alarms.raise('history_changed', { position: i % 2 })
    expect(await shown('history_changed')).toEqual(['active 1', 'resolved 0', 'raised 1'])
    expect(lines).toHaveLength(2)
  })

  it('is over only when none of its conditions is left', async () => {
    alarms.raise('certificate_ends', {}, 'tls_listener')
    alarms.raise('certificate_ends', {}, 'internal_authority')
    alarms.clear('certificate_ends', 'tls_listener')
    alarms.clear('certificate_ends', 'never raised')
    expect(await shown('certificate_ends')).toContain('active 1')
    alarms.clear('certificate_ends', 'internal_authority')
    expect(await shown('certificate_ends')).toContain('active 0')
  })

  it('that nothing can end is over some minutes after it was last raised', async () => {
    alarms.raise('many_agents_stale')
    jest.advanceTimersByTime(14 * MINUTE_MS)
    alarms.raise('many_agents_stale')
    jest.advanceTimersByTime(14 * MINUTE_MS)
    expect(await shown('many_agents_stale')).toContain('active 1')
    jest.advanceTimersByTime(MINUTE_MS)
    expect(await shown('many_agents_stale')).toEqual(['active 0', 'resolved 1', 'raised 1'])
  })
})

import type { ServiceName } from '@wardline/kernel'
import { ALARMS, type AlarmName, type AlarmRow, type Alarms, type Metrics } from '@wardline/service-kit'
import type { Logger } from 'pino'

/** Conditions of one alarm that are told apart, and facts of one that are remembered; more count as one. */
const MAX_CONDITIONS = 1_000

const MINUTE_MS = 60_000

interface State {
  /** What is active, with the timer of those that end by themselves. */
  readonly conditions: Map<string, NodeJS.Timeout | undefined>
  /** The facts that were logged since the alarm became active. */
  readonly told: Set<string>
}

const ROWS: Readonly<Record<AlarmName, AlarmRow>> = ALARMS
const NAMES = Object.keys(ALARMS) as AlarmName[]

/**
 * The alarms of one thread or process: a gauge per name and state, a count of how often each was raised, and a line in
 * the log when one is raised and when it is over.
 * @param services those whose alarms exist from the first scrape on
 */
export function createAlarms(
  { metrics, log }: { readonly metrics: Metrics; readonly log: Logger },
  services: readonly ServiceName[],
): Alarms {
  const states = new Map<AlarmName, State>()
  for (const name of NAMES) {
    if (!ROWS[name].by.some(service => services.includes(service))) continue
    show(name, false, false)
    metrics.count('alarms_raised_total', { name }, 0)
  }

  function show(name: AlarmName, active: boolean, resolved: boolean): void {
    metrics.gauge('alarms', active ? 1 : 0, { name, state: 'active' })
    metrics.gauge('alarms', resolved ? 1 : 0, { name, state: 'resolved' })
  }

  function clear(name: AlarmName, of = ''): void {
    const state = states.get(name)
    if (!state?.conditions.has(of)) return
    clearTimeout(state.conditions.get(of))
    state.conditions.delete(of)
    if (state.conditions.size > 0) return
    states.delete(name)
    show(name, false, true)
    log.warn({ alarm: name, state: 'resolved' }, 'an alarm is over')
  }

  function raise(name: AlarmName, facts: Readonly<Record<string, unknown>> = {}, of = ''): void {
    const { says, minutes } = ROWS[name]
    let state = states.get(name)
    if (!state) {
      state = { conditions: new Map(), told: new Set() }
      states.set(name, state)
      show(name, true, false)
      metrics.count('alarms_raised_total', { name })
    }
    const { conditions, told } = state
    const condition = conditions.has(of) || conditions.size < MAX_CONDITIONS ? of : ''
    clearTimeout(conditions.get(condition))
    const timer = minutes === undefined ? undefined : setTimeout(clear, minutes * MINUTE_MS, name, condition).unref()
    conditions.set(condition, timer)
    const line = JSON.stringify([of, facts])
    if (told.has(line)) return
    if (told.size >= MAX_CONDITIONS) told.clear()
    told.add(line)
    log.error({ alarm: name, state: 'active', ...facts }, says)
  }
  return { raise, clear }
}

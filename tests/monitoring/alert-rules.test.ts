// The alert rules and the dashboard against the metrics that exist, and every rule against what it must and must not
// fire at.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { createAlarms, createMetrics } from '@wardline/host'
import { SERVICES } from '@wardline/kernel'
import { ALARMS } from '@wardline/service-kit'
import { silentLog } from '@wardline/service-kit/testing'
import { parse } from 'yaml'
import { ALERTS, DASHBOARD, describeWithPrometheus, operating, promtool } from './support/prometheus.ts'

const RULE_TESTS = fileURLToPath(new URL('./alerts.test.yaml', import.meta.url))

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}
interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[]
  }[]
}

const rules = (parse(readFileSync(ALERTS, 'utf8')) as Rules).groups.flatMap(g => g.rules)
const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[]
}
const panels = dashboard.panels.flatMap(p => p.targets?.map(t => t.expr) ?? [])

/** What a process with every service answers at `/metrics` before anything has happened. */
async function firstScrape(): Promise<string> {
  const metrics = createMetrics({ process: true, services: SERVICES })
  createAlarms({ metrics, log: silentLog() }, SERVICES)
  const [group, task, engine, operation] = [['g'], ['t'], ['kafka'], ['searchLogs']]
  for (const name of ['consumer_lag', 'events_handled_total', 'handler_seconds', 'handler_faults_total'] as const)
    metrics.declare(name, { group })
  metrics.declare('job_runs_total', { task })
  metrics.declare('engine_up', { engine })
  metrics.declare('gateway_request_seconds', { operation })
  return metrics.text([])
}

const namesIn = (expression: string): readonly string[] => expression.match(/\bwardline_\w+/g) ?? []

describe('the alert rules and the dashboard', () => {
  it.each([
    ['the alert rules', rules.map(r => r.expr)],
    ['the dashboard', panels],
  ])('ask only for metrics that are there from the first scrape on: %s', async (_, expressions) => {
    const text = await firstScrape()
    const there = new Set(text.split('\n').flatMap(line => /^(\w+)[{ ]/.exec(line)?.[1] ?? []))
    const asked = [...new Set(expressions.flatMap(namesIn))]
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter(name => !there.has(name))).toEqual([])
  })

  it('need nothing of Kubernetes', () => {
    const all = [...rules.map(r => r.expr), ...panels].join('\n')
    expect(all).not.toMatch(/\b(?:pod|namespace|container|node)\b/)
  })

  it('are in docs/operating.md: every rule, and no others', () => {
    const table = operating.split('## Alert rules\n')[1]?.split('\n## ')[0] ?? ''
    const listed = [...table.matchAll(/^\| `(Wardline\w+)`/gm)].map(m => m[1])
    expect(listed).toEqual(rules.map(r => r.alert))
  })

  it('are tried: each rule fires in a test, and in another moment does not', () => {
    const tried = (parse(readFileSync(RULE_TESTS, 'utf8')) as RuleTests).tests.flatMap(t => t.alert_rule_test)
    for (const { alert } of rules) {
      const firing = tried.filter(t => t.alertname === alert).map(t => t.exp_alerts.length > 0)
      expect([alert, firing.includes(true)]).toEqual([alert, true])
    }
  })
})

describeWithPrometheus('promtool', () => {
  it('accepts the rules', () => {
    expect(promtool(['check', 'rules', ALERTS])).toMatchObject({ ok: true })
  })

  it('sees every rule fire when it must, and only then', () => {
    const dir = mkdtempSync(join(tmpdir(), 'wardline-rules-'))
    copyFileSync(ALERTS, join(dir, 'alerts.yaml'))
    copyFileSync(RULE_TESTS, join(dir, 'alerts.test.yaml'))
    const { ok, said } = promtool(['test', 'rules', join(dir, 'alerts.test.yaml')])
    rmSync(dir, { recursive: true })
    expect(ok ? 'all right' : said).toBe('all right')
  })

  it('finds nothing wrong with the names and the help of our metrics', async () => {
    const text = await firstScrape()
    expect(
      Object.keys(ALARMS).filter(name => !text.includes(`wardline_alarms{name="${name}",state="active"} 0`)),
    ).toEqual([])
    expect(promtool(['check', 'metrics'], text)).toEqual({ ok: true, said: '' })
  })
})

import { describe, expect, it } from '@jest/globals'
import { TENANT_BACKLOG, tenantBacklogs } from '@wardline/registries'
import { createBacklogReporter, DEFAULT_QUOTAS } from '@wardline/service-kit'
import { memoryPorts, OTHER_TENANT, problemOf, silentLog, TENANT } from '@wardline/service-kit/testing'
import { createTenantAdmission } from './tenant-admission.ts'

const BOUNDS = { backlogMs: 60_000, eventsPerSecond: 1_000 }

function kit(bounds = BOUNDS, wait: (ms: number) => Promise<unknown> = async () => undefined) {
  const { ports, memory, clock } = memoryPorts('ingest')
  const counted: string[] = []
  const metrics = {
    ...ports.metrics,
    count: (name: string, labels: Readonly<Record<string, string>> = {}) => counted.push(`${name} ${labels.quota}`),
  }
  const admission = createTenantAdmission({ ...ports, metrics }, bounds, wait)
  const reporterOf = (stage: keyof typeof tenantBacklogs) =>
    createBacklogReporter({ registry: memory, clock, log: silentLog() }, tenantBacklogs[stage])
  const reporters = { normalizer: reporterOf('normalizer'), detector: reporterOf('detector') }
  /** A stage has just handled logs of the tenant that waited this long. */
  const late = (stage: keyof typeof tenantBacklogs, seconds: number, tenant = TENANT) =>
    reporters[stage].note([
      { tenantId: tenant, receivedAt: clock.now() - seconds * 1000 },
      { tenantId: tenant, receivedAt: clock.now() },
    ])
  return { admission, clock, memory, counted, late }
}

describe('the logs of one tenant', () => {
  it('are accepted up to its quota, with a burst of five seconds, and then refused with when to retry', async () => {
    const { admission, clock, counted } = kit()
    for (let n = 0; n < 50; n++) await admission.admit(TENANT, 100)
    const refusal = await problemOf(admission.admit(TENANT, 100))
    expect([refusal.code, refusal.status, refusal.retryAfter]).toEqual(['event_quota_reached', 429, 1])
    await admission.admit(OTHER_TENANT, 100)
    clock.advance(1_000)
    for (let n = 0; n < 10; n++) await admission.admit(TENANT, 100)
    expect((await problemOf(admission.admit(TENANT, 100))).code).toBe('event_quota_reached')
    expect(counted).toEqual(['quota_refusals_total event_quota_reached', 'quota_refusals_total event_quota_reached'])
  })

  it.each(['normalizer', 'detector'] as const)(
    'are refused while its own logs wait too long for the %s, and nobody else',
    async stage => {
      const { admission, clock, late } = kit()
      await late(stage, 59)
      await admission.admit(TENANT, 1)
      clock.advance(6_000)
      await late(stage, 90)
      const refusal = await problemOf(admission.admit(TENANT, 1))
      expect([refusal.code, refusal.status, refusal.retryAfter]).toEqual(['tenant_backlog', 503, 30])
      await admission.admit(OTHER_TENANT, 1)
      clock.advance(6_000)
      await late(stage, 5)
      clock.advance(1_000)
      await admission.admit(TENANT, 1)
    },
  )

  it('are accepted when nobody has said for a while how late they are: that is not the tenant’s doing', async () => {
    const { admission, clock, late } = kit()
    await late('normalizer', 90)
    expect((await problemOf(admission.admit(TENANT, 1))).code).toBe('tenant_backlog')
    clock.advance(15_000)
    await admission.admit(TENANT, 1)
  })

  it('are accepted without any bound when limits are off', async () => {
    const { admission, late } = kit({ backlogMs: Number.POSITIVE_INFINITY, eventsPerSecond: Number.POSITIVE_INFINITY })
    await late('normalizer', 3_600)
    for (let n = 0; n < 1_000; n++) await admission.admit(TENANT, 100)
  })

  it('wait for their turn, without a refusal, while the pipeline handles fewer than come', async () => {
    const waits: number[] = []
    const { admission, clock, late } = kit({ ...BOUNDS, eventsPerSecond: 1_000_000 }, async ms => waits.push(ms))
    for (let second = 0; second < 4; second++) {
      for (let n = 0; n < 50; n++) await admission.admit(TENANT, 100)
      clock.advance(1_000)
    }
    expect(waits).toEqual([])
    await late('normalizer', 3)
    // It has handled what came in the first second: 5,000 events in 4 s.
    for (let n = 0; n < 5; n++) await admission.admit(TENANT, 100)
    expect(waits).toHaveLength(4)
    expect(waits.at(-1)! - waits[0]!).toBeGreaterThan(600)
    await admission.admit(OTHER_TENANT, 100)
    expect(waits).toHaveLength(4)
    const refusal = await problemOf(Promise.all(Array.from({ length: 50 }, () => admission.admit(TENANT, 100))))
    expect([refusal.code, refusal.status]).toEqual(['tenant_backlog', 503])
    expect(Math.max(...waits)).toBeLessThanOrEqual(2_000)
  })

  it('of one client below 5,000 events a second never meet the default quota', async () => {
    const { admission, clock } = kit(DEFAULT_QUOTAS)
    for (let second = 0; second < 30; second++) {
      for (let n = 0; n < 50; n++) await admission.admit(TENANT, 100)
      clock.advance(1_000)
    }
  })
})

describe('how far a stage is behind', () => {
  it('is stored only for tenants that are late, at most every second, and once when they are no longer', async () => {
    const { memory, clock } = kit()
    let writes = 0
    const registry: typeof memory = {
      ...memory,
      write(...args) {
        writes++
        return memory.write(...args)
      },
    }
    const reporter = createBacklogReporter({ registry, clock, log: silentLog() }, tenantBacklogs.normalizer)
    const note = (seconds: number) => reporter.note([{ tenantId: TENANT, receivedAt: clock.now() - seconds * 1000 }])
    await note(1)
    expect(writes).toBe(0)
    await note(20)
    await note(21)
    expect(writes).toBe(1)
    clock.advance(1_000)
    await note(22)
    clock.advance(6_000)
    await note(1)
    await note(1)
    expect(writes).toBe(3)
    const stored = await memory.read(tenantBacklogs.normalizer, TENANT, TENANT_BACKLOG)
    expect(stored?.doc.delay_ms).toBe(1_000)
  })

  it('never fails a batch', async () => {
    const { memory, clock } = kit()
    const broken = { ...memory, read: () => Promise.reject(new Error('down')) }
    const reporter = createBacklogReporter({ registry: broken, clock, log: silentLog() }, tenantBacklogs.normalizer)
    await reporter.note([{ tenantId: TENANT, receivedAt: clock.now() - 60_000 }])
  })
})

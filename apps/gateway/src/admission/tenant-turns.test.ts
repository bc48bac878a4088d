import { describe, expect, it } from '@jest/globals'
import { Problem, type ProblemCode } from '@wardline/kernel'
import { memoryPorts, OTHER_TENANT, problemOf, TENANT } from '@wardline/service-kit/testing'
import { createTenantTurns, type TenantTurns } from './tenant-turns.ts'

const ACCEPTED = 'accepted'
const by = (tenantId = TENANT, operationId = 'ingestLogs', atOnce: number | undefined = 2) =>
  ({ operationId, row: { atOnce }, principal: { type: 'service_account', id: 'svc_1', tenantId } }) as never

function kit() {
  const clock = { now: 0 }
  const counted: unknown[] = []
  const { ports } = memoryPorts('gateway')
  const metrics = { ...ports.metrics, count: (name: string, labels?: object) => counted.push([name, labels]) }
  const turns = createTenantTurns(metrics, () => clock.now)
  const refuse = (code: ProblemCode) => async () => {
    throw new Problem(code, { retryAfter: 4 })
  }
  const ask = async (call = by()) => {
    turns.check(call)
    return turns.take(call, async () => ACCEPTED)
  }
  return { clock, counted, turns, refuse, ask }
}

const nextTick = () => new Promise(resolve => setTimeout(resolve, 20))

/** Work that goes on until it is told to end. */
function work(turns: TenantTurns, call = by()) {
  const running = { begun: false, end: () => {} }
  const done = turns.take(
    call,
    () =>
      new Promise<string>(resolve => {
        running.begun = true
        running.end = () => resolve(ACCEPTED)
      }),
  )
  return Object.assign(running, { done })
}

describe('a refusal for the whole tenant', () => {
  it.each(['event_quota_reached', 'tenant_backlog'] as const)(
    '(%s) is the answer to its next batches, without a look at them, for a quarter of a second',
    async code => {
      const { clock, counted, turns, refuse, ask } = kit()
      await problemOf(turns.take(by(), refuse(code)))
      clock.now = 249
      const again = await problemOf(ask())
      expect([again.code, again.retryAfter]).toEqual([code, 4])
      expect(counted).toEqual([['quota_refusals_total', { quota: code }]])
      clock.now = 250
      expect(await ask()).toBe(ACCEPTED)
    },
  )

  it('is also the answer to those that wait for their turn', async () => {
    const { turns, refuse } = kit()
    const first = work(turns)
    const second = turns.take(by(), refuse('tenant_backlog'))
    const third = work(turns)
    expect((await problemOf(second)).code).toBe('tenant_backlog')
    expect((await problemOf(third.done)).code).toBe('tenant_backlog')
    expect(third.begun).toBe(false)
    first.end()
    expect(await first.done).toBe(ACCEPTED)
  })

  it('holds for no other tenant and no other operation', async () => {
    const { turns, refuse, ask } = kit()
    await problemOf(turns.take(by(), refuse('tenant_backlog')))
    expect(await ask(by(OTHER_TENANT))).toBe(ACCEPTED)
    expect(await ask(by(TENANT, 'searchLogs'))).toBe(ACCEPTED)
  })

  it('is none of those that depend on the request', async () => {
    const { turns, refuse, ask } = kit()
    for (const code of ['validation_failed', 'unavailable', 'storage_full', 'rate_limited'] as const)
      await problemOf(turns.take(by(), refuse(code)))
    expect(await ask()).toBe(ACCEPTED)
  })
})

describe('many large requests of one tenant', () => {
  it('are done a few at a time, and nobody else waits for them', async () => {
    const { turns } = kit()
    const mine = Array.from({ length: 5 }, () => work(turns))
    const others = [work(turns, by(OTHER_TENANT)), work(turns, by(TENANT, 'searchLogs', undefined))]
    await nextTick()
    expect(mine.map(w => w.begun)).toEqual([true, true, false, false, false])
    expect(others.map(w => w.begun)).toEqual([true, true])
    for (const w of [...mine, ...others]) {
      await nextTick()
      w.end()
    }
    expect(await Promise.all(mine.map(w => w.done))).toEqual(mine.map(() => ACCEPTED))
  })

  it('wait in a bounded line', async () => {
    const { turns } = kit()
    let open = () => {}
    const gate = new Promise<void>(resolve => {
      open = resolve
    })
    const waiting = Array.from({ length: 258 }, () => turns.take(by(), () => gate))
    expect((await problemOf(turns.take(by(), () => gate))).code).toBe('rate_limited')
    open()
    expect(await Promise.all(waiting)).toHaveLength(258)
  })
})

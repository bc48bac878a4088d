import { afterEach, beforeEach } from '@jest/globals'
import type { TenantId } from '@wardline/kernel'
import type { Delivery, EventBus, Outcome, Running, Subscription } from '../event-bus.ts'
import { NUMBERED } from '../testing/sample-events.ts'
import { type Harness, type MakeEngine, someTenant } from './harness.ts'

/** Which of the numbered sample events were delivered. */
export const numbersOf = (seen: readonly Delivery[]): number[] =>
  seen.map(({ envelope }) => Number(envelope.subject.id.slice(4)))
export const allOk = (batch: readonly Delivery[]): Outcome[] => batch.map(() => 'ok')

/** A bus for each test of the `describe` that it is made in. */
export interface BusBench {
  /** Another one in each test, and after {@link BusBench.reopen}: read it at each use. */
  readonly bus: EventBus
  readonly tenant: TenantId
  /** The subscriptions that were not stopped, in the order in which they began. */
  readonly running: Running[]
  /** Subscribes and collects what is handled. */
  collect(group: string, extra?: Partial<Subscription>): Promise<Delivery[]>
  stopAll(): Promise<void>
  /** Stops the engine cleanly and opens it again over the same data. */
  reopen(): Promise<void>
}

export function busBench(make: MakeEngine<EventBus>): BusBench {
  let harness: Harness<EventBus>
  let bus: EventBus
  const running: Running[] = []
  const stopAll = async (): Promise<void> => {
    for (const r of running.splice(0)) await r.stop()
  }
  beforeEach(async () => {
    harness = await make()
    bus = harness.engine
  })
  afterEach(async () => {
    await stopAll()
    await harness.close()
  })
  return {
    get bus() {
      return bus
    },
    tenant: someTenant(),
    running,
    async collect(group, extra = {}) {
      const seen: Delivery[] = []
      running.push(
        await bus.subscribe({
          group,
          kinds: [NUMBERED],
          async handle(batch) {
            seen.push(...batch)
            return allOk(batch)
          },
          ...extra,
        }),
      )
      return seen
    },
    stopAll,
    async reopen() {
      bus = await harness.reopen()
    },
  }
}

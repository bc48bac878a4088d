import { describe, expect, it } from '@jest/globals'
import { NUMBERED, numbered } from '@wardline/ports/testing'
import { rejections } from '@wardline/registries'
import type { Service, ServiceSubscription, Verdict } from '@wardline/service-kit'
import { memoryPorts, TENANT } from '@wardline/service-kit/testing'
import { runServices } from './run-services.ts'

function detectorThatHears(subscription: Pick<ServiceSubscription, 'handle' | 'rejections'>) {
  const started: string[] = []
  const service: Service = {
    name: 'detector',
    operations: {},
    subscriptions: [{ group: 'g', kinds: [NUMBERED], ...subscription } as ServiceSubscription],
    jobs: [],
    start: async () => void started.push('detector'),
  }
  return { service, started }
}

describe('running a service whose handler rejects', () => {
  const handle = async (batch: readonly unknown[]) => batch.map((): Verdict => ({ reject: 'too_odd' }))

  it('keeps what is rejected and continues', async () => {
    const { bus, memory, ports } = memoryPorts('detector')
    const counted: object[] = []
    const metrics = {
      ...ports.metrics,
      count: (name: string, labels?: object) => void counted.push({ name, ...labels }),
    }
    const { service } = detectorThatHears({
      rejections: { collection: rejections.detector, maxBytes: 10_000 },
      handle,
    })
    const running = await runServices([service], { ...ports, metrics })
    await bus.publish([numbered(TENANT, 1), numbered(TENANT, 2)])
    await bus.settled()
    expect(await memory.count(rejections.detector, TENANT, { state: 'open' }, 10)).toBe(2)
    expect(running.health().groups).toMatchObject([{ group: 'g', lag: 0, failing: false }])
    expect(counted).toContainEqual({ name: 'events_handled_total', group: 'g', outcome: 'reject' })
    await running.stop()
  })

  it('delivers the batch again while rejections cannot be kept', async () => {
    const { bus, memory, ports } = memoryPorts('detector')
    const { service } = detectorThatHears({
      rejections: { collection: rejections.detector, maxBytes: 10_000 },
      handle,
    })
    let writes = 0
    const { write } = ports.registry
    const registry = {
      ...ports.registry,
      write: async (...a: Parameters<typeof write>) => {
        if (writes++ < 3) throw new Error('the registry is down')
        return write(...a)
      },
    } as typeof ports.registry
    const running = await runServices([service], { ...ports, registry })
    await bus.publish([numbered(TENANT, 1)])
    await bus.settled()
    expect(writes).toBe(4)
    expect(await memory.count(rejections.detector, TENANT, {}, 10)).toBe(1)
    await running.stop()
  })

  it('fails before anything starts when the subscription names no collection', async () => {
    const { ports } = memoryPorts('detector')
    const { service, started } = detectorThatHears({ handle } as never)
    await expect(runServices([service], ports)).rejects.toThrow(
      'the subscription "g" of detector does not say where its rejections are kept. Give it rejections:',
    )
    expect(started).toEqual([])
  })
})

import { describe, expect, it } from '@jest/globals'
import { detectorLedger, normalizerLedger } from '@wardline/registries'
import { createLedgerCounter, hostedSubscription } from '@wardline/service-kit'
import { deliverTo } from '@wardline/service-kit/testing'
import { createKit, TENANT } from '../testing/kit.ts'

async function ready() {
  const kit = createKit()
  const source = await kit.newSource()
  const send = (n: number, to = source) =>
    kit.call('ingestLogs', { body: { log_source_id: to, events: Array(n).fill({ raw: 'x' }) } })
  const ledger = async (of = source) => (await kit.call('readLogSourceLedger', { params: { source_id: of } })).body
  /** The counts of a later stage, offset by offset. */
  const count = (stage: typeof normalizerLedger, name: string, from: number, to: number) =>
    createLedgerCounter(kit.memory, stage).add(
      Array.from({ length: to - from }, (_, i) => ({
        tenantId: TENANT,
        logSourceId: source,
        position: { partition: 0, offset: String(from + i) },
        counts: { [name]: 1 },
      })),
    )
  const consume = () => kit.bus.subscribe(hostedSubscription('ingest', kit.service.subscriptions[0]!, kit.ports))
  return { ...kit, source, send, ledger, count, consume }
}

describe('GET /log-sources/{source_id}/ledger', () => {
  it('of a source that has sent nothing is all zeros', async () => {
    const { ledger, source } = await ready()
    expect(await ledger()).toEqual({
      log_source_id: source,
      accepted: 0,
      normalized: 0,
      unparsed: 0,
      rejected: 0,
      evaluated: 0,
      pending: 0,
      differences: [],
      checked_at: null,
    })
  })

  it('counts everything that was accepted before the call', async () => {
    const { send, ledger, consume } = await ready()
    const running = await consume()
    await send(3)
    await send(4)
    expect(await ledger()).toMatchObject({ accepted: 7, pending: 7 })
    await running.stop()
  })

  it('has nothing pending once all is rejected or evaluated', async () => {
    const { send, ledger, count, consume } = await ready()
    const running = await consume()
    await send(5)
    await count(normalizerLedger, 'rejected', 0, 1)
    await count(normalizerLedger, 'normalized', 1, 5)
    await count(detectorLedger, 'evaluated', 1, 4)
    expect(await ledger()).toMatchObject({ accepted: 5, normalized: 4, rejected: 1, evaluated: 3, pending: 1 })
    await count(detectorLedger, 'evaluated', 4, 5)
    expect(await ledger()).toMatchObject({ evaluated: 4, pending: 0 })
    await running.stop()
  })

  it('never reports accepted logs as done while their own count is behind', async () => {
    const { send, ledger } = await ready()
    await send(6)
    expect((await ledger()).pending).toBe(6)
  })

  it('does not wait for other sources that move the end of the partition', async () => {
    const { send, ledger, newSource, consume } = await ready()
    const running = await consume()
    const busy = await newSource()
    await send(2)
    await send(50, busy)
    expect(await ledger()).toMatchObject({ accepted: 2, pending: 2 })
    await running.stop()
  })

  it('counts each delivery once, however often it arrives', async () => {
    const { send, ledger, service, ports, bus, consume } = await ready()
    await send(5)
    const deliveries = bus
      .published('log.event.received')
      .map((envelope, i) => ({ envelope, position: { partition: 0, offset: String(i) } }))
    await deliverTo(service, ports, deliveries.slice(0, 3))
    await deliverTo(service, ports, deliveries.slice(1, 4))
    const running = await consume()
    expect(await ledger()).toMatchObject({ accepted: 5 })
    await running.stop()
  })
})

import { once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import type { Running } from '@wardline/ports'
import { NUMBERED, numbered } from '@wardline/ports/testing'
import { attachEmbedded } from './index.ts'
import { crashDocs, crashItem } from './testing/crash-samples.ts'
import { type TemporaryEngines, temporaryEngines } from './testing/temporary.ts'

const tenant = tenantId('ten_threads')

describe('engines that several threads use', () => {
  let harness: TemporaryEngines
  const running: Running[] = []
  beforeEach(async () => {
    harness = await temporaryEngines()
  })
  afterEach(async () => {
    for (const r of running.splice(0)) await r.stop()
    await harness.close()
  })

  /** A thread that consumes as group `g` and reports what it handled. */
  async function consumer(): Promise<{ worker: Worker; next: () => Promise<string[]> }> {
    const port: MessagePort = harness.engine.connect()
    const worker = new Worker(new URL('./testing/attached-thread.ts', import.meta.url), {
      workerData: port,
      transferList: [port],
    })
    const next = async () => (await once(worker, 'message'))[0] as string[]
    expect(await next()).toEqual(['ready'])
    return { worker, next }
  }

  it('are the same engines: what one thread writes, another reads', async () => {
    const attached = attachEmbedded(harness.engine.connect())
    await attached.registry.write(crashDocs, tenant, { id: 'a', label: 'l' }, { expect: 'absent' })
    expect((await harness.engine.registry.read(crashDocs, tenant, 'a'))?.doc.label).toBe('l')
    await harness.engine.index.put([crashItem(tenant, 1)])
    expect(await attached.index.read(tenant, 'evt_1')).toBeDefined()
    await attached.close()
    await expect(attached.registry.read(crashDocs, tenant, 'a')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('deliver to a thread, and to the next in line when that thread is gone', async () => {
    const { worker, next } = await consumer()
    const mine: string[] = []
    running.push(
      await harness.engine.bus.subscribe({
        group: 'g',
        kinds: [NUMBERED],
        async handle(batch) {
          mine.push(...batch.map(d => d.envelope.subject.id))
          return batch.map(() => 'ok')
        },
      }),
    )
    const heard = next()
    await harness.engine.bus.publish([numbered(tenant, 1)])
    expect(await heard).toEqual(['evt_1'])
    expect(mine).toEqual([])
    await worker.terminate()
    await harness.engine.bus.publish([numbered(tenant, 2)])
    while (!mine.includes('evt_2')) await new Promise(resolve => setTimeout(resolve, 5))
    expect(mine.filter(id => id !== 'evt_1')).toEqual(['evt_2'])
  })

  it('refuse a port that is not from connect()', () => {
    expect(() => attachEmbedded(new MessageChannel().port1)).toThrow('connect()')
  })

  it('end every call and say so when they are closed', async () => {
    const { engine } = harness
    await engine.close()
    await expect(engine.bus.publish([numbered(tenant, 1)])).rejects.toMatchObject({ code: 'unavailable' })
    await expect(engine.index.read(tenant, 'evt_1')).rejects.toMatchObject({ code: 'unavailable' })
  })
})

import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { describeWithEngines } from '../testing/describe-with-engines.ts'
import { testSurroundings } from '../testing/harnesses.ts'
import { keepMonitored } from './revive.ts'

class FakeClient extends EventEmitter {
  readonly calls: string[] = []
  async close(): Promise<void> {
    this.calls.push('close')
  }
  async connect(): Promise<never> {
    this.calls.push('connect')
    throw new Error('the server is away')
  }
}

describe("a client's monitors", () => {
  let end: (() => Promise<void>) | undefined
  afterEach(() => end?.())
  const beat = (client: FakeClient): boolean =>
    client.emit('serverHeartbeatFailed', { connectionId: 'db:27017', failure: new Error() })

  it('are left alone while they report anything, even that a server is down', async () => {
    const client = new FakeClient()
    end = keepMonitored(client as unknown as MongoClient, testSurroundings(), 400)
    for (let i = 0; i < 20; i++) {
      beat(client)
      await sleep(50)
    }
    expect(client.calls).toEqual([])
  })

  it('are restarted when one has fallen silent, once for each silence', async () => {
    const client = new FakeClient()
    end = keepMonitored(client as unknown as MongoClient, testSurroundings(), 100)
    beat(client)
    await sleep(600)
    expect(client.calls).toEqual(['close', 'connect'])
    beat(client)
    await sleep(600)
    expect(client.calls).toEqual(['close', 'connect', 'close', 'connect'])
  })

  it('are not expected to report after their server has left the set', async () => {
    const client = new FakeClient()
    end = keepMonitored(client as unknown as MongoClient, testSurroundings(), 100)
    beat(client)
    client.emit('serverClosed', { address: 'db:27017' })
    await sleep(400)
    expect(client.calls).toEqual([])
  })
})

describeWithEngines('a client that was reconnected', engines => {
  it('works with the handles from before', async () => {
    const client = new MongoClient(engines.mongo, { serverSelectionTimeoutMS: 5_000 })
    const db = client.db('revived')
    await db.command({ ping: 1 })
    let closed = 0
    client.on('topologyClosed', () => closed++)
    // Real monitors report only every 10 s: to this watch they are silent.
    const end = keepMonitored(client, testSurroundings(), 500)
    while (closed === 0) await sleep(50)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => db.command({ ping: 1 })))
    await end()
    expect(answers.some(a => a.status === 'fulfilled')).toBe(true)
    expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 })
    await client.close()
  })
})

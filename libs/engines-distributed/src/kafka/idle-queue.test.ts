import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { DEFAULTS } from '../config.ts'
import { silentLog } from '../testing/engines.ts'
import { createKafka } from './client.ts'

/** A broker that knows `ApiVersions` (key 18) and nothing else: enough to connect, and to have an idle connection. */
const sockets = new Set<Socket>()
let broker: Server
let port: number
beforeAll(async () => {
  broker = createServer(socket => {
    sockets.add(socket)
    socket.on('data', request => {
      const answer = Buffer.alloc(20)
      answer.writeInt32BE(16, 0)
      answer.writeInt32BE(request.readInt32BE(8), 4)
      answer.writeInt32BE(1, 10)
      answer.writeInt16BE(18, 14)
      socket.write(answer)
    })
  })
  await new Promise<void>(resolve => broker.listen(0, '127.0.0.1', resolve))
  port = (broker.address() as { port: number }).port
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  broker.close()
})

describe('a connection to a broker', () => {
  it('sets no timer while it is idle, and none to a time in the past', async () => {
    const settings = { ...DEFAULTS.kafka, brokers: [`127.0.0.1:${port}`] }
    const timers = jest.spyOn(globalThis, 'setTimeout')
    const admin = createKafka(settings, 'idle', silentLog).admin()
    await admin.connect()
    expect(timers.mock.calls.map(([, ms]) => ms ?? 0).filter(ms => ms < 0)).toEqual([])
    timers.mockClear()
    await sleep(100)
    const set = timers.mock.calls.length
    timers.mockRestore()
    await admin.disconnect()
    expect(set).toBeLessThan(5)
  })
})

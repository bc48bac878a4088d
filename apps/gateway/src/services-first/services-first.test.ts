import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { systemClock } from '@wardline/kernel'
import { isEarlier, servicesFirst } from './services-first.ts'

const started: Server[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(s => new Promise(done => s.close(done))))
})

/** An admin listener of a release; without one, of a release that did not say. */
async function service(version?: string): Promise<string> {
  const server = createServer((_, res) =>
    res.writeHead(200, version ? { 'Wardline-Version': version } : {}).end('live'),
  )
  started.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
/** Nobody listens there. */
const GONE = 'http://127.0.0.1:1'

/** Waits in front of release 2.1.0. `rounds` are what the name resolves to, one after the other; then the last one. */
async function waitFor(rounds: readonly (readonly string[] | Error)[], silenceMs = 60_000) {
  const waited: (readonly string[])[] = []
  let asked = 0
  await servicesFirst({
    version: '2.1.0',
    clock: systemClock,
    pauseMs: 1,
    silenceMs,
    waiting: listeners => waited.push(listeners),
    async listeners() {
      const round = rounds[Math.min(asked++, rounds.length - 1)]!
      if (round instanceof Error) throw round
      return round
    },
  })
  return { waited, asked }
}

describe('a gateway that comes after the services', () => {
  it('waits until nothing of an earlier release gets requests', async () => {
    const [old, alsoOld, fresh] = [await service('2.0.9'), await service(), await service('2.1.0')]
    const { waited } = await waitFor([[old, alsoOld], [old, alsoOld], [fresh, old], [fresh]])
    expect(waited).toEqual([[old, alsoOld], [old]])
  })

  it('does not wait where there is nothing earlier: at a first start, in a rollback, for a change of settings', async () => {
    for (const listeners of [[], [await service('2.2.0')], [await service('2.1.0')]])
      expect(await waitFor([listeners])).toEqual({ waited: [], asked: 1 })
  })

  it('waits for who is silent, and for a name that nobody resolves, only so long', async () => {
    const { waited } = await waitFor([[GONE]], 50)
    expect(waited).toEqual([[GONE]])
    expect((await waitFor([new Error('EAI_AGAIN')], 50)).asked).toBeGreaterThan(1)
  })

  it('goes on waiting for an earlier release when the time for silence is over', async () => {
    const old = await service('2.0.0')
    const { asked } = await waitFor([...Array<string[]>(20).fill([old]), []], 0)
    expect(asked).toBe(21)
  })
})

describe('isEarlier', () => {
  it.each([
    ['1.0.0', '1.0.1', true],
    ['1.9.0', '1.10.0', true],
    ['0.9.9', '1.0.0', true],
    ['1.0.0', '1.0.0', false],
    ['1.1.0', '1.0.9', false],
    ['2.0.0', '1.9.9', false],
    ['1.0.0-rc.1', '1.0.0', false],
  ])('%s before %s: %s', (a, b, earlier) => expect(isEarlier(a, b)).toBe(earlier))
})

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from '@jest/globals'
import type { Archive, LogIndex } from '@wardline/ports'
import { expectDone, expectNothingLost, LEASE_MS } from './expect-done.ts'
import { openRealScene, realEngines, removeRealScene } from './real-scene.ts'
import { DUE, layScene } from './scene.ts'
import type { Engines } from './world.ts'

const CHILD = fileURLToPath(new URL('./killed-real-mover.ts', import.meta.url))

/** With `WARDLINE_FULL_TESTS=1` each kind of step is both killed before and a moment into; else one of the two, another one in each run. */
const FULL = process.env.WARDLINE_FULL_TESTS === '1'

/** A mover that is loaded and waits to be told when it is, and at which steps not to die. */
function waitingMover(folder: string, delay: number) {
  const child = spawn(process.execPath, [CHILD, folder, String(delay)], { stdio: ['pipe', 'pipe', 'pipe'] })
  const out = text(child.stdout)
  const errors = text(child.stderr)
  const ended = new Promise<NodeJS.Signals | number | null>(resolve =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  return {
    /** @returns the step at which it died, undefined when it came to its end. */
    async run(at: number, pass: readonly string[]): Promise<string | undefined> {
      child.stdin.end(JSON.stringify({ at, pass }))
      const end = await ended
      if (end === 'SIGKILL') return out
      if (end !== 0) throw new Error(await errors)
      return undefined
    },
    discard: () => child.kill('SIGKILL'),
  }
}

/** Kinds of steps that must be among those that a mover died at. */
const KINDS = [
  'archive finish',
  'archive rename',
  'archive remove',
  'mongodb write archives',
  'mongodb write tier_moves',
  'mongodb remove tier_moves',
  'opensearch POST _aliases',
  'opensearch PUT _settings',
  'opensearch POST _forcemerge',
  'opensearch POST _bulk',
  'opensearch DELETE index',
]

if (!realEngines && process.env.WARDLINE_REQUIRE_ENGINES === '1') throw new Error('no engines; run npm run engines:up')
if (!realEngines) console.warn('SKIPPED: killing the tier mover on real engines needs them (npm run engines:up)')

;(realEngines ? describe : describe.skip)('the tier mover on MongoDB and OpenSearch', () => {
  const root = mkdtempSync(join(tmpdir(), 'wardline-kill-real-'))
  const run = basename(root)
    .slice(-6)
    .replaceAll(/[^A-Za-z0-9]/g, 'x')
  const folders: string[] = []
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const newFolder = (name: string): string => {
    const folder = join(root, `k${run}${name}`)
    folders.push(folder)
    return folder
  }
  afterAll(async () => {
    for (const folder of folders) await removeRealScene(folder)
  })

  /**
   * Kills one mover after the other, each at the first kind of step that none has died at. `delays`, in turn: milliseconds into the step; 0:
   * before it.
   */
  async function killAtEachKind(...delays: readonly number[]): Promise<void> {
    const folder = newFolder(`at${delays.join('and')}`)
    let started = 0
    const nextMover = () => waitingMover(folder, delays[started++ % delays.length] as number)
    const placed = await layScene(folder, openRealScene)
    const killed: string[] = []
    let at = DUE
    let next = nextMover()
    for (;;) {
      const mover = next
      next = nextMover()
      const step = await mover.run(at, killed)
      at += LEASE_MS
      if (step === undefined) break
      killed.push(step)
      const { world, close } = await openRealScene(folder, at)
      await expectNothingLost(world, placed)
        .catch(fault => {
          throw new Error(`killed at ${step}`, { cause: fault })
        })
        .finally(close)
    }
    next.discard()
    expect(killed).toEqual(expect.arrayContaining(KINDS))
    expect(new Set(killed).size).toBe(killed.length)
    await expectDone(folder, placed, openRealScene, at)
  }

  it('loses nothing and duplicates nothing, killed with -9 at each kind of step, and ends where it would have ended', async () => {
    if (FULL) await Promise.all([killAtEachKind(0), killAtEachKind(3)])
    else await (Math.random() < 0.5 ? killAtEachKind(0, 3) : killAtEachKind(3, 0))
  }, 600_000)

  it('is one of two replicas at a time, whichever comes first', async () => {
    const folder = newFolder('replicas')
    const placed = await layScene(folder, openRealScene)
    let busy = 0
    const movers: string[] = []
    /** Notes who moves something, and that nobody else does meanwhile. */
    const watched =
      (name: string) =>
      (engines: Engines): Engines => {
        const alone =
          <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
          async (...args: A): Promise<R> => {
            movers.push(name)
            expect(++busy).toBe(1)
            try {
              return await work(...args)
            } finally {
              busy--
            }
          }
        const { seal, drop, erase } = engines.index
        const index: LogIndex = { ...engines.index, seal: alone(seal), drop: alone(drop), erase: alone(erase) }
        const archive: Archive = {
          ...engines.archive,
          put: alone(engines.archive.put),
          remove: alone(engines.archive.remove),
        }
        return { ...engines, index, archive }
      }
    const replicas = await Promise.all(
      ['one', 'two'].map(name => openRealScene(folder, DUE, { engines: watched(name) })),
    )
    try {
      await Promise.all(replicas.map(({ world }) => world.moveTiers()))
      expect(new Set(movers).size).toBe(1)
      for (let i = 0; i < 3; i++) await Promise.all(replicas.map(({ world }) => world.moveTiers()))
    } finally {
      for (const { close } of replicas) await close()
    }
    expect(movers.length).toBeGreaterThan(5)
    await expectDone(folder, placed, openRealScene)
  }, 300_000)
})

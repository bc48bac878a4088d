import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { expectDone } from './expect-done.ts'
import { copyScene, DUE, layScene, openScene, type Placed } from './scene.ts'

const CHILD = fileURLToPath(new URL('./killed-mover.ts', import.meta.url))
const LANES = 4
/** Kills happen at one step of each kind, another one in each run; at all of them with `WARDLINE_FULL_TESTS=1`. */
const FULL = process.env.WARDLINE_FULL_TESTS === '1'

/** Runs the mover in a process of its own. @returns the kinds of its steps, undefined when it was killed. */
const runKilled = (folder: string, step: number, delay: number): Promise<readonly string[] | undefined> =>
  new Promise((resolve, reject) =>
    execFile(process.execPath, [CHILD, folder, String(step), String(delay)], (error, stdout, stderr) => {
      if (!error) return resolve(JSON.parse(stdout) as string[])
      if (error.signal === 'SIGKILL') return resolve(undefined)
      reject(new Error(stderr))
    }),
  )

/** A place of each kind. */
function oneOfEach(kinds: readonly string[]): number[] {
  const places = Map.groupBy(kinds.keys(), step => kinds[step])
  return [...places.values()].map(steps => steps[Math.floor(Math.random() * steps.length)] as number)
}

describe('the tier mover, killed with -9 at the steps of every move', () => {
  const root = mkdtempSync(join(tmpdir(), 'wardline-kill-'))
  const scene = join(root, 'scene')
  let placed: readonly Placed[]
  beforeAll(async () => {
    placed = await layScene(scene)
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('has before it moves what the scene says', async () => {
    const folder = join(root, 'before')
    copyScene(scene, folder)
    const { world, close } = await openScene(folder, DUE)
    try {
      for (const p of placed) expect([p.name, await world.tierOf(p.tenant, p.name)]).toEqual([p.name, p.before])
    } finally {
      await close()
    }
  })

  it('loses nothing, duplicates nothing, and ends where it would have ended', async () => {
    const unharmed = join(root, 'unharmed')
    copyScene(scene, unharmed)
    const kinds = (await runKilled(unharmed, -1, 0)) ?? []
    expect(kinds.length).toBeGreaterThan(40)
    await expectDone(unharmed, placed, openScene)

    const kills = process.env.KILLS
      ? process.env.KILLS.split(',').map(Number)
      : FULL
        ? [...kinds.keys()]
        : oneOfEach(kinds)
    const lane = async (): Promise<void> => {
      for (let step = kills.shift(); step !== undefined; step = kills.shift()) {
        const folder = join(root, `kill-${step}`)
        copyScene(scene, folder)
        // Every other one is killed a moment into the step: within a transaction, a compaction, a file that is being written.
        const killed = await runKilled(folder, step, step % 2 === 0 ? 0 : 1 + (step % 7))
        if (step % 2 === 0) expect([step, killed]).toEqual([step, undefined])
        await expectDone(folder, placed, openScene).catch(fault => {
          throw new Error(`killed at step ${step}`, { cause: fault })
        })
        rmSync(folder, { recursive: true })
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }, 600_000)
})

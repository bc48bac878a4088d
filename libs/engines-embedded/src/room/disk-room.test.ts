import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { watchDiskRoom } from './disk-room.ts'

const folder = mkdtempSync(join(tmpdir(), 'wardline-room-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A reserve of which the disk has this many left. */
function room(reserves: number) {
  const { bavail, bsize } = statfsSync(folder)
  let now = 0
  const watched = watchDiskRoom(folder, (bavail * bsize) / reserves, () => now)
  return {
    ...watched,
    after: (ms: number) => {
      now += ms
      return watched.level()
    },
  }
}

describe('the room on a disk', () => {
  it.each([
    [2, 'enough'],
    [0.5, 'logs_refused'],
    [0.1, 'reserve_only'],
  ] as const)('with %s reserves free: %s', (reserves, level) => {
    expect(room(reserves).after(0)).toBe(level)
  })

  it('is left to the reserve for two seconds after a write that found none, whatever is free', () => {
    const watched = room(1_000)
    expect(watched.after(0)).toBe('enough')
    watched.failed()
    expect([watched.after(10), watched.after(1_900), watched.after(200)]).toEqual([
      'reserve_only',
      'reserve_only',
      'enough',
    ])
  })

  it('is enough without a reserve, until a write fails', () => {
    expect(watchDiskRoom(folder, 0).level()).toBe('enough')
  })
})

import { globSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tenantId } from '@wardline/kernel'
import type { Archive, ArchivedEvent, ArchiveKey, ArchiveManifest, ArchiveName } from '@wardline/ports'
import fc from 'fast-check'
import { createFileArchive, type DurableFiles, durableFiles } from './index.ts'

const name: ArchiveName = { tenantId: tenantId('ten_a'), day: '2026-08-01', retentionClass: 'standard', part: 'p1' }
const key: ArchiveKey = { id: 'key_1', bytes: new Uint8Array(32).fill(1) }
const made = { at: '2026-11-21T12:00:00.000Z' }
const events = (n: number, text = 'line'): ArchivedEvent[] =>
  Array.from({ length: n }, (_, i) => ({ event_id: `evt_${i}`, event_time: '2026-08-01T00:00:00.000Z', text }))

async function* pages(all: readonly ArchivedEvent[]): AsyncGenerator<readonly ArchivedEvent[]> {
  yield all
}

describe('the archive in a folder', () => {
  let folder: string
  let archive: Archive
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wardline-archive-'))
    archive = createFileArchive(join(folder, 'archive'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const files = (): string[] => globSync('**/*.*', { cwd: folder }).map(file => join(folder, file))

  it('is for its owner only, and no part of an event can be read in it', async () => {
    await archive.put(name, key, pages(events(50, 'very secret text')), made)
    for (const path of [...globSync('**/', { cwd: folder }).map(f => join(folder, f)), ...files()])
      if (path !== `${folder}/`) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
    for (const path of files()) expect(readFileSync(path).includes('very secret')).toBe(false)
  })

  it('finds a flipped bit, wherever it is', async () => {
    const manifest = await archive.put(name, key, pages(events(40)), made)
    expect(files()).toHaveLength(3)
    await fc.assert(
      fc.asyncProperty(fc.nat(2), fc.nat(), fc.nat(7), async (file, place, bit) => {
        const path = files()[file]!
        const bytes = readFileSync(path)
        const changed = Buffer.from(bytes)
        const at = place % bytes.length
        changed.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at)
        writeFileSync(path, changed)
        expect(await archive.verify(manifest, key)).toMatchObject({ ok: false })
        writeFileSync(path, bytes)
        expect(await archive.verify(manifest, key)).toEqual({ ok: true })
      }),
      { numRuns: 300 },
    )
  })

  it('finds an object that is truncated, and one that is missing', async () => {
    const manifest = await archive.put(name, key, pages(events(40)), made)
    const object = files().find(f => f.endsWith('.wla'))!
    truncateSync(object, statSync(object).size - 1)
    expect(await archive.verify(manifest, key)).toEqual({ ok: false, fault: 'digest_mismatch' })
    rmSync(object)
    expect(await archive.verify(manifest, key)).toEqual({ ok: false, fault: 'object_missing' })
  })

  it.each(['put', 'rewrite', 'remove'])('has the earlier object or none, whenever a %s is interrupted', async what => {
    for (let steps = 0; ; steps++) {
      const root = join(folder, `cut-${steps}`)
      const whole = createFileArchive(root)
      const before = what === 'put' ? undefined : await whole.put(name, key, pages(events(3)), made)
      const after: { manifest?: ArchiveManifest } = {}
      const cut = createFileArchive(root, cutOffAfter(steps))
      const done = await (what === 'remove'
        ? cut.remove(name)
        : cut.put(name, key, pages(events(5)), made).then(m => void Object.assign(after, { manifest: m }))
      ).then(
        () => true,
        () => false,
      )
      const there = await whole.manifest(name)
      if (there) {
        expect(await whole.verify(there, key)).toEqual({ ok: true })
        expect([before?.events, 5]).toContain(there.events)
      } else expect(what).not.toBe('rewrite')
      // Repeating it completes it, and leaves nothing else behind.
      if (what === 'remove') await whole.remove(name)
      else await whole.put(name, key, pages(events(5)), made)
      expect(globSync('**/*.*', { cwd: root })).toHaveLength(what === 'remove' ? 0 : 3)
      if (done) break
      expect(steps).toBeLessThan(30)
    }
  })
})

/** File operations that fail, as a crash does, after a number of operations. */
function cutOffAfter(steps: number): DurableFiles {
  let left = steps
  const step = (): void => {
    if (left-- <= 0) throw new Error('cut off')
  }
  return {
    async makeFolder(path) {
      step()
      await durableFiles.makeFolder(path)
    },
    async create(path) {
      step()
      return durableFiles.create(path)
    },
    async finish(file) {
      await durableFiles.finish(file)
      step()
    },
    async rename(from, to) {
      step()
      await durableFiles.rename(from, to)
    },
    async remove(paths) {
      for (const path of paths) {
        step()
        await durableFiles.remove([path])
      }
    },
  }
}

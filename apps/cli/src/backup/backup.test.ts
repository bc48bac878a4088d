import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { FOLDER_FORMAT, openEmbedded } from '@wardline/engines-embedded'
import { layDown } from './lay-down.ts'
import { MANIFEST_NAME } from './names.ts'
import { takeBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

let root: string
let dataDir: string
let archiveDir: string
let to: string
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'wardline-backup-'))
  ;[dataDir, to] = [join(root, 'data'), join(root, 'backup')]
  archiveDir = join(dataDir, 'archive')
  const engines = await openEmbedded({ dataDir })
  await engines.close()
  put('keys/master.key', 'the key')
  put('archive/ten_a/2026/day.abc.wla', 'sealed events')
  put('archive/ten_a/2026/day.json', '{"sha256":"abc"}')
  for (const name of ['run.json', 'archive/ten_a/2026/day.1.tmp', 'x.new']) put(name, 'not kept')
})
afterEach(() => rmSync(root, { recursive: true }))

function put(name: string, text: string): void {
  const path = join(dataDir, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}
const take = () => takeBackup({ dataDir, to, archiveDir, recipients: undefined })
const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => statSync(join(folder, name)).isFile())
    .sort()
const restore = (change: Partial<Parameters<typeof layDown>[0]> = {}) => {
  const place = join(root, 'restored')
  return layDown({ from: to, dataDir: place, archiveDir: join(place, 'archive'), journals: [], ...change })
}
/** The folder's content, apart from the data folder and the backup. */
const leftovers = (): string[] => readdirSync(root).filter(name => !['data', 'backup'].includes(name))

describe('a backup', () => {
  it('contains everything that is kept but nothing that a start creates again, for its owner only, with a manifest', async () => {
    const taken = await take()
    const files = below(to).filter(name => !name.includes('/bus/'))
    expect(files).toEqual([
      'archive/ten_a/2026/day.abc.wla',
      'archive/ten_a/2026/day.json',
      'data/format.json',
      'data/index/catalog.sqlite',
      'data/keys/master.key',
      'data/registry.sqlite',
      MANIFEST_NAME,
    ])
    for (const name of below(to).filter(n => n.startsWith('data')))
      expect(statSync(join(to, name)).mode & 0o077).toBe(0)
    expect(await verifyBackup(to)).toMatchObject({ taken_at: taken.taken_at, files: taken.files, faults: [] })
    expect(leftovers()).toEqual([])
  })

  it('shares the bytes of archived objects, which never change in place', async () => {
    await take()
    const object = 'ten_a/2026/day.abc.wla'
    expect(statSync(join(to, 'archive', object)).ino).toBe(statSync(join(archiveDir, object)).ino)
  })

  it('is not made over another one, into the data folder, or from a folder of no or another format', async () => {
    await expect(takeBackup({ dataDir, to: join(dataDir, 'b'), archiveDir, recipients: undefined })).rejects.toThrow(
      'lost with it',
    )
    await expect(takeBackup({ dataDir: root, to, archiveDir, recipients: undefined })).rejects.toThrow(
      'not a data folder',
    )
    writeFileSync(join(dataDir, 'format.json'), '{"format":1}')
    await expect(take()).rejects.toThrow('by an older release')
    writeFileSync(join(dataDir, 'format.json'), `{"format":${FOLDER_FORMAT + 1}}`)
    await expect(take()).rejects.toThrow('by a newer release')
    expect(existsSync(to)).toBe(false)
    writeFileSync(join(dataDir, 'format.json'), `{"format":${FOLDER_FORMAT}}`)
    await take()
    await expect(take()).rejects.toThrow('already exists')
  })

  it('leaves nothing behind when it cannot be made', async () => {
    rmSync(join(dataDir, 'registry.sqlite'))
    mkdirSync(join(dataDir, 'registry.sqlite'))
    await expect(take()).rejects.toThrow()
    expect(leftovers()).toEqual([])
  })
})

describe('a verification', () => {
  it('finds files that are missing, changed or added', async () => {
    await take()
    rmSync(join(to, 'data/keys/master.key'))
    writeFileSync(join(to, 'data/registry.sqlite'), 'x')
    writeFileSync(join(to, 'data/keys/another.key'), 'x')
    expect((await verifyBackup(to)).faults).toEqual(
      expect.arrayContaining([
        { file: 'data/keys/master.key', fault: 'missing' },
        { file: 'data/registry.sqlite', fault: 'changed' },
        { file: 'data/keys/another.key', fault: 'not part of the backup' },
      ]),
    )
  })

  it('does not trust a truncated or changed manifest, or a path that leads out of the backup', async () => {
    await take()
    const path = join(to, MANIFEST_NAME)
    const whole = readFileSync(path, 'utf8')
    const lines = whole.trimEnd().split('\n')
    for (const text of [
      `${lines.slice(0, -1).join('\n')}\n`,
      whole.replace('"bytes":', '"bytes":1'),
      [lines[0], lines[1], ...lines.slice(3)].join('\n'),
      whole.replace('data/keys/master.key', 'data/../../escaped'),
      whole.replace('data/keys/master.key', '/etc/escaped'),
    ]) {
      writeFileSync(path, text)
      await expect(verifyBackup(to)).rejects.toThrow('is damaged')
      await expect(restore()).rejects.toThrow('is damaged')
      expect(leftovers()).toEqual([])
    }
    await expect(verifyBackup(root)).rejects.toThrow('is not a backup')
  })
})

describe('a restore', () => {
  it('recreates the folder, marked for its first start', async () => {
    const taken = await take()
    await restore({ journals: [join(root, 'journal')] })
    const made = join(root, 'restored')
    const kept = (folder: string) =>
      below(folder).filter(n => !/^(?:lock|gate|run|restored)|\.(?:new|tmp)$|-(?:wal|shm)$/.test(n))
    expect(kept(made)).toEqual(kept(dataDir))
    expect(readFileSync(join(made, 'keys/master.key'), 'utf8')).toBe('the key')
    expect(JSON.parse(readFileSync(join(made, 'restored.json'), 'utf8'))).toMatchObject({
      backup_taken_at: taken.taken_at,
      journals: [join(root, 'journal')],
    })
    const engines = await openEmbedded({ dataDir: made })
    await engines.close()
  })

  it('puts the archive in its place, or leaves it alone', async () => {
    await take()
    const elsewhere = join(root, 'elsewhere')
    await restore({ archiveDir: elsewhere })
    expect(below(elsewhere)).toEqual(['ten_a/2026/day.abc.wla', 'ten_a/2026/day.json'])
    expect(existsSync(join(root, 'restored/archive'))).toBe(false)
    await restore({ dataDir: join(root, 'second'), archiveDir: undefined })
    expect(existsSync(join(root, 'second/archive'))).toBe(false)
  })

  it('replaces nothing, accepts nothing newer, and leaves nothing behind', async () => {
    await take()
    await expect(restore({ dataDir })).rejects.toThrow('not empty')
    const path = join(to, MANIFEST_NAME)
    const whole = readFileSync(path, 'utf8')
    for (const newer of [
      whole.replace('"wardline_backup":1', '"wardline_backup":2'),
      whole.replace(`"data_format":${FOLDER_FORMAT}`, `"data_format":${FOLDER_FORMAT + 1}`),
    ]) {
      writeFileSync(path, newer)
      await expect(restore()).rejects.toThrow('newer release')
    }
    writeFileSync(path, whole)
    appendFileSync(join(to, 'data/keys/master.key'), 'x')
    await expect(restore()).rejects.toThrow('data/keys/master.key differs from the file that was backed up')
    expect(leftovers()).toEqual([])
  })

  it('of a backup without the archive requires an option that says so', async () => {
    await takeBackup({ dataDir, to, archiveDir: undefined, recipients: undefined })
    await expect(restore()).rejects.toThrow('--no-archive')
    await restore({ archiveDir: undefined })
    expect(below(join(root, 'restored'))).toContain('registry.sqlite')
  })
})

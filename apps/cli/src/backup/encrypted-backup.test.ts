import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { openEmbedded } from '@wardline/engines-embedded'
import { BACKUP_IDENTITY_FILE } from '@wardline/host'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { decrypterWith, decryptFile, encrypterTo, encryptFile } from './age.ts'
import { layDown } from './lay-down.ts'
import { takeBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const MASTER = 'the-master-key-in-clear'
const EVENT = 'name-of-somebody-in-a-manifest'
/** Where the tool is installed, what it reads and writes must be what we do. */
const withAge = spawnSync('age', ['--version']).status === 0 ? it : it.skip

let root: string
let dataDir: string
let archiveDir: string
let to: string
let identity: string
let other: string
let recipient: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'wardline-encrypted-'))
  ;[dataDir, archiveDir] = [join(root, 'data'), join(root, 'data/archive')]
  const engines = await openEmbedded({ dataDir })
  await engines.close()
  put('keys/master.key', MASTER)
  put(BACKUP_IDENTITY_FILE, 'the identity')
  put('archive/ten_a/2026/day.abc.wla', 'sealed events')
  put('archive/ten_a/2026/day.json', EVENT)
  ;[identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
  recipient = await identityToRecipient(identity)
})
afterAll(() => rmSync(root, { recursive: true }))
beforeEach(async () => {
  to = join(mkdtempSync(join(root, 'to-')), 'backup')
  await takeBackup({ dataDir, to, archiveDir, recipients: [recipient] })
})

function put(name: string, text: string): void {
  const path = join(dataDir, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}
const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => statSync(join(folder, name)).isFile())
    .sort()
let places = 0
const restore = (text: string | undefined) => {
  const place = join(root, `restored-${places++}`)
  const options = { from: to, dataDir: place, archiveDir: join(place, 'archive'), journals: [], identity: text }
  return layDown(options).then(() => place)
}

describe('an encrypted backup', () => {
  it('can be read by nobody without its identity, and does not contain that', () => {
    const files = below(to)
    expect(files).toContain('data/keys/master.key.age')
    expect(files).toContain('manifest.ndjson.age')
    expect(files.filter(name => !name.endsWith('.age'))).toEqual(['archive/ten_a/2026/day.abc.wla'])
    expect(files.filter(name => name.includes('backup-identity'))).toEqual([])
    for (const name of files) {
      const bytes = readFileSync(join(to, name))
      const found = [MASTER, EVENT, 'SQLite format 3', 'wardline_backup'].filter(text => bytes.includes(text))
      expect([name, found]).toEqual([name, []])
      if (name.endsWith('.age')) expect([name, statSync(join(to, name)).mode & 0o777]).toEqual([name, 0o600])
    }
    expect(readdirSync(dataDir).filter(name => name.startsWith('backing-up'))).toEqual([])
  })

  it('shares the bytes of archived objects, which are sealed already', () => {
    const object = 'ten_a/2026/day.abc.wla'
    expect(statSync(join(to, 'archive', object)).ino).toBe(statSync(join(archiveDir, object)).ino)
  })

  it('is verified and restored with its identity, byte for byte', async () => {
    const text = `# created: today\n# public key: ${recipient}\n\n${identity}\n`
    expect(await verifyBackup(to, text)).toMatchObject({ faults: [] })
    const place = await restore(text)
    const kept = (folder: string) =>
      below(folder).filter(name => !/^(?:lock|gate|restored)|-(?:wal|shm)$|identity/.test(name))
    expect(kept(place)).toEqual(kept(dataDir))
    for (const name of [
      'keys/master.key',
      'format.json',
      'archive/ten_a/2026/day.json',
      'archive/ten_a/2026/day.abc.wla',
    ])
      expect(readFileSync(join(place, name))).toEqual(readFileSync(join(dataDir, name)))
    await (await openEmbedded({ dataDir: place })).close()
  })

  it('says in one line that the identity is missing, wrong or none', async () => {
    const cases = [
      [undefined, 'the backup is encrypted: name the file with its identity with --identity'],
      [other, 'this identity does not open the backup: it was encrypted to another one'],
      ['# nothing', 'the identity file holds no identity of age: AGE-SECRET-KEY-1…'],
      [`${identity}x`, 'the identity file holds no identity of age: AGE-SECRET-KEY-1…'],
      [recipient, 'the identity file holds no identity of age: AGE-SECRET-KEY-1…'],
    ] as const
    for (const [text, message] of cases) {
      await expect(verifyBackup(to, text)).rejects.toMatchObject({ message })
      await expect(restore(text)).rejects.toMatchObject({ message })
    }
    expect(readdirSync(root).filter(name => name.includes('restor'))).toHaveLength(1)
  })

  it('is opened by each of several recipients', async () => {
    const second = `${to}-second`
    const recipients = [recipient, await identityToRecipient(other)]
    await takeBackup({ dataDir, to: second, archiveDir, recipients })
    for (const text of [identity, other]) expect((await verifyBackup(second, text)).faults).toEqual([])
    const misspelt = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q')
    await expect(takeBackup({ dataDir, to: `${to}-third`, archiveDir, recipients: [misspelt] })).rejects.toThrow(
      'not a public key of age',
    )
  })

  it('shows a flipped bit, a cut, an exchange of two files, and a file that is missing or added', async () => {
    const file = (name: string) => join(to, `data/${name}.age`)
    const flipped = readFileSync(file('registry.sqlite'))
    flipped[flipped.length >> 1]! ^= 1
    writeFileSync(file('registry.sqlite'), flipped)
    writeFileSync(file('format.json'), readFileSync(file('format.json')).subarray(0, -1))
    renameSync(file('keys/master.key'), file('keys/other'))
    expect((await verifyBackup(to, identity)).faults).toEqual(
      expect.arrayContaining([
        { file: 'data/registry.sqlite.age', fault: 'changed' },
        { file: 'data/format.json.age', fault: 'changed' },
        { file: 'data/keys/master.key.age', fault: 'missing' },
        { file: 'data/keys/other.age', fault: 'not part of the backup' },
      ]),
    )
    await expect(restore(identity)).rejects.toThrow('differs from the file that was backed up')
    const manifest = join(to, 'manifest.ndjson.age')
    const bytes = readFileSync(manifest)
    bytes[bytes.length - 1]! ^= 1
    writeFileSync(manifest, bytes)
    await expect(verifyBackup(to, identity)).rejects.toThrow('the manifest of the backup is damaged')
  })

  it('leaves nothing in clear when it cannot be made, or when an earlier one was killed', async () => {
    mkdirSync(join(dataDir, 'backing-up.99999999.abc'))
    writeFileSync(join(dataDir, 'backing-up.99999999.abc/registry.sqlite'), 'in clear')
    const blocked = join(to, 'not-a-folder')
    writeFileSync(blocked, '')
    await expect(takeBackup({ dataDir, to: join(blocked, 'x'), archiveDir, recipients: [recipient] })).rejects.toThrow()
    await takeBackup({ dataDir, to: `${to}-next`, archiveDir, recipients: [recipient] })
    expect(readdirSync(dataDir).filter(name => name.startsWith('backing-up'))).toEqual([])
    expect(below(`${to}-next`).filter(name => name.includes('backing-up'))).toEqual([])
  })

  withAge('becomes a plain backup when the age tool decrypts every file of it', async () => {
    const key = join(root, 'identity.txt')
    writeFileSync(key, `${identity}\n`)
    for (const name of below(to).filter(file => file.endsWith('.age'))) {
      execFileSync('age', ['-d', '-i', key, '-o', join(to, name.slice(0, -'.age'.length)), join(to, name)])
      rmSync(join(to, name))
    }
    expect((await verifyBackup(to)).faults).toEqual([])
    expect(readFileSync(join(to, 'data/keys/master.key'), 'utf8')).toBe(MASTER)
  })
})

describe('a file', () => {
  const read = async (path: string, text: string): Promise<Buffer> => {
    const pieces: Uint8Array[] = []
    for await (const piece of decryptFile(decrypterWith(text), path)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  it.each([0, 1, 65_535, 65_536, 65_537, 1_048_576, 2_100_000])('of %d bytes is the same again', async size => {
    const [plain, sealed] = [join(root, `plain-${size}`), join(root, `sealed-${size}`)]
    const bytes = Buffer.alloc(size, 'wardline')
    writeFileSync(plain, bytes)
    expect((await encryptFile(encrypterTo([recipient]), plain, sealed)).bytes).toBe(size)
    expect((await read(sealed, identity)).equals(bytes)).toBe(true)
    expect(existsSync(sealed)).toBe(true)
  })

  withAge('that the age tool has encrypted is opened', async () => {
    const sealed = join(root, 'by-age')
    execFileSync('age', ['-r', recipient, '-o', sealed], { input: 'from age' })
    expect((await read(sealed, identity)).toString()).toBe('from age')
  })
})

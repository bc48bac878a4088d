import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { readConfig } from '@wardline/kernel'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { type DataDir, openDataDir } from '../data-dir.ts'
import { BACKUP_IDENTITY_FILE, BACKUP_SETTINGS, backupRecipients } from './backup-key.ts'

let dir: DataDir
beforeEach(() => {
  dir = openDataDir(mkdtempSync(join(tmpdir(), 'wardline-backup-key-')))
})
afterEach(() => rmSync(dir.path, { recursive: true }))

const recipients = (own: readonly string[] = []) => backupRecipients(dir, own, 0)
const identityOf = (text: string | undefined): string => /^AGE-SECRET-KEY-1\S+$/m.exec(text ?? '')?.[0] ?? ''

describe('the key of backups', () => {
  it('is made once: the secret part for the operator, in a file of its owner, and the public part in the folder', async () => {
    const [recipient] = await recipients()
    expect(await identityToRecipient(identityOf(dir.read(BACKUP_IDENTITY_FILE)))).toBe(recipient)
    expect(statSync(join(dir.path, BACKUP_IDENTITY_FILE)).mode & 0o777).toBe(0o600)
    dir.remove(BACKUP_IDENTITY_FILE)
    expect(await recipients()).toEqual([recipient])
    expect(dir.read(BACKUP_IDENTITY_FILE)).toBeUndefined()
    expect(dir.read('keys/backup-recipients.txt')).not.toContain('SECRET')
  })

  it('is the one on disk when its making was interrupted', async () => {
    const identity = await generateX25519Identity()
    dir.write(BACKUP_IDENTITY_FILE, `# created: earlier\n${identity}\n`)
    expect(await recipients()).toEqual([await identityToRecipient(identity)])
  })

  it('may be the operator’s own, in the settings or in the folder', async () => {
    const own = await identityToRecipient(await generateX25519Identity())
    expect(await recipients([own])).toEqual([own])
    expect(dir.read(BACKUP_IDENTITY_FILE)).toBeUndefined()
    dir.write('keys/backup-recipients.txt', `# ours\n${own}\n`)
    expect(await recipients()).toEqual([own])
    dir.write('keys/backup-recipients.txt', 'nobody\n')
    await expect(recipients()).rejects.toMatchObject({ name: 'StartFault' })
  })

  it('is not taken for a secret one, and a fault does not repeat it', async () => {
    const secret = await generateX25519Identity()
    const fault = (() => {
      try {
        return readConfig({ WARDLINE_BACKUP_RECIPIENTS: secret }, BACKUP_SETTINGS)
      } catch (error) {
        return String(error)
      }
    })()
    expect(fault).toMatch(/WARDLINE_BACKUP_RECIPIENTS: public keys of age are expected/)
    expect(fault).not.toContain(secret)
  })
})

import { rfc3339, StartFault, setting } from '@wardline/kernel'
import type { DataDir } from '../data-dir.ts'

/** Where the first start puts the key that opens backups, until an operator moves it away. */
export const BACKUP_IDENTITY_FILE = 'bootstrap/backup-identity.txt'
/** Whom backups are encrypted to, as `age -R` reads it. */
const RECIPIENTS_FILE = 'keys/backup-recipients.txt'

const MAX_RECIPIENTS = 20
/** Bech32 in lower case: X25519 keys have 62 characters, hybrid ones about 2,000. */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{50,2500}$/

export const BACKUP_SETTINGS = {
  /** Whom backups are encrypted to, instead of the key that the first start makes. */
  WARDLINE_BACKUP_RECIPIENTS: setting.parsed(parseRecipients, { fallback: [] as readonly string[] }),
}

/** Public keys, separated by commas or white space. @throws Error that names no value: somebody may paste a secret one. */
export function parseRecipients(text: string): readonly string[] {
  const recipients = text.split(/[\s,]+/).filter(Boolean)
  if (recipients.length > MAX_RECIPIENTS) throw new Error(`at most ${MAX_RECIPIENTS} recipients are expected`)
  if (!recipients.every(recipient => RECIPIENT.test(recipient)))
    throw new Error('public keys of age are expected: age1…')
  return recipients
}

/**
 * Whom backups of this folder are encrypted to. Without recipients of the operator, a key pair is made once: the public
 * key stays in the folder, and the secret one is for the operator to move away. @param own the operator's recipients
 * @throws StartFault when the folder's list cannot be understood
 */
export async function backupRecipients(dir: DataDir, own: readonly string[], now: number): Promise<readonly string[]> {
  if (own.length > 0) return own
  const text = dir.read(RECIPIENTS_FILE)
  if (text !== undefined) return recipientsOf(text)
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  // The secret key is on disk before anything can be encrypted to it. One that is there is from an interrupted start.
  const made = await generateX25519Identity()
  const header = `# created: ${rfc3339(now)}\n# public key: ${await identityToRecipient(made)}\n`
  dir.create(BACKUP_IDENTITY_FILE, `${header}${made}\n`)
  const identity = /^AGE-SECRET-KEY-1\S+$/m.exec(dir.read(BACKUP_IDENTITY_FILE) ?? '')?.[0]
  if (identity === undefined) throw new StartFault(`${dir.path}/${BACKUP_IDENTITY_FILE} holds no identity of age`)
  const recipient = await identityToRecipient(identity)
  dir.create(RECIPIENTS_FILE, `# Backups are encrypted to these public keys, one per line.\n${recipient}\n`)
  return recipientsOf(dir.read(RECIPIENTS_FILE) ?? '')
}

function recipientsOf(text: string): readonly string[] {
  try {
    const recipients = parseRecipients(text.replaceAll(/^#.*$/gm, ''))
    if (recipients.length > 0) return recipients
  } catch {}
  throw new StartFault(`${RECIPIENTS_FILE} must have one public key of age on each line: age1…`)
}

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** RFC 8410's headers of a 32-byte Ed25519 key: PKCS #8 and SubjectPublicKeyInfo. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
/** Ed25519 in signed notes. */
const ALGORITHM = Buffer.from([1])
const MAX_SIGNATURES = 100
/** Longest note that is read. */
const MAX_NOTE = 65_536

/** A signer of notes: a name and an Ed25519 key (C2SP signed-note). */
export interface NoteSigner {
  /** The public verifier key: `<name>+<key id>+<base64>`. */
  readonly verifierKey: string
  /** @param text of one or more lines, each with its newline */
  sign(text: string): string
}

/** A verifier of notes. */
export interface NoteVerifier {
  readonly name: string
  readonly verifierKey: string
  /** The text of a note that this key signed, else undefined. */
  open(note: string): string | undefined
}

/** @param seed 32 secret bytes. @throws Error for a name that a note cannot contain. */
export function noteSigner(name: string, seed: Uint8Array): NoteSigner {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(SPKI.length)
  const id = keyId(named(name), publicKey)
  return {
    verifierKey: `${name}+${id.toString('hex')}+${Buffer.concat([ALGORITHM, publicKey]).toString('base64')}`,
    sign(text) {
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)])
      return `${text}\n\u2014 ${name} ${signature.toString('base64')}\n`
    },
  }
}

/** @param verifierKey `<name>+<key id>+<base64>`. @throws Error when it is not a verifier key */
export function noteVerifier(verifierKey: string): NoteVerifier {
  const [, name = '', hint, encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(verifierKey) ?? []
  const key = Buffer.from(encoded, 'base64')
  if (key.length !== 33 || key[0] !== ALGORITHM[0]) throw new Error('not a verifier key of an Ed25519 note signer')
  const id = keyId(named(name), key.subarray(1))
  if (id.toString('hex') !== hint) throw new Error('the verifier key does not fit its own id')
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, key.subarray(1)]), format: 'der', type: 'spki' })
  return { name, verifierKey, open: note => opened(note, name, id, publicKey) }
}

/** The same key under another name. */
export function verifierNamed(verifierKey: string, name: string): NoteVerifier {
  noteVerifier(verifierKey)
  const key = verifierKey.slice(verifierKey.indexOf('+', verifierKey.indexOf('+') + 1) + 1)
  const id = keyId(named(name), Buffer.from(key, 'base64').subarray(1))
  return noteVerifier(`${name}+${id.toString('hex')}+${key}`)
}

function opened(note: string, name: string, id: Buffer, key: KeyObject): string | undefined {
  const split = note.lastIndexOf('\n\n')
  if (note.length > MAX_NOTE || split < 0 || !note.endsWith('\n')) return undefined
  const text = note.slice(0, split + 1)
  const lines = note.slice(split + 2, -1).split('\n')
  if (lines.length > MAX_SIGNATURES) return undefined
  for (const line of lines) {
    const [, signer, encoded = ''] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? []
    if (signer === undefined) return undefined
    const signature = Buffer.from(encoded, 'base64')
    if (signer !== name || !signature.subarray(0, 4).equals(id)) continue
    return verify(null, Buffer.from(text), key, signature.subarray(4)) ? text : undefined
  }
  return undefined
}

const keyId = (name: string, publicKey: Uint8Array): Buffer =>
  createHash('sha256').update(`${name}\n`).update(ALGORITHM).update(publicKey).digest().subarray(0, 4)

function named(name: string): string {
  if (name === '' || /[\s+]/u.test(name)) throw new Error('the name of a note signer has no blanks and no plus sign')
  return name
}

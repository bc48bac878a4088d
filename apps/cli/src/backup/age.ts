import { open } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { CommandFailed } from '../output.ts'
import { type Contents, piecesOf, writeFile } from './files.ts'

/** The content of a file was changed since it was encrypted, or is cut off. */
export class Damaged extends Error {}

/** Encrypts to these public keys. @throws CommandFailed for one that is none */
export function encrypterTo(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new CommandFailed('a recipient of backups is not a public key of age: age1…')
    }
  }
  return encrypter
}

/** Encrypts a file into a new one, 0600, some megabytes at a time. Returns what is in the first one. */
export async function encryptFile(encrypter: Encrypter, from: string, to: string): Promise<Contents> {
  const { pieces, contents } = piecesOf(from)
  const source = pieces[Symbol.asyncIterator]()
  try {
    await writeFile(to, iterable(await encrypter.encrypt(streamOf(source))))
    return contents()
  } finally {
    await source.return?.()
  }
}

/** @param text of an identity file: `AGE-SECRET-KEY-1…` on a line, `#` begins a comment @throws CommandFailed */
export function decrypterWith(text: string): Decrypter {
  const decrypter = new Decrypter()
  const lines = text.split('\n').map(line => line.trim())
  const identities = lines.filter(line => line !== '' && !line.startsWith('#'))
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
    if (identities.length > 0) return decrypter
  } catch {}
  throw new CommandFailed('the identity file holds no identity of age: AGE-SECRET-KEY-1…')
}

/** The content of an encrypted file, piece by piece. @throws CommandFailed for a wrong identity, Damaged */
export async function* decryptFile(decrypter: Decrypter, path: string): AsyncGenerator<Uint8Array> {
  // Opened here, so that a file that is missing is told from one that is damaged.
  await (await open(path, 'r')).close()
  const source = piecesOf(path).pieces[Symbol.asyncIterator]()
  try {
    yield* iterable(await decrypter.decrypt(streamOf(source)))
  } catch (error) {
    if (/no identity matched/.test((error as Error).message))
      throw new CommandFailed('this identity does not open the backup: it was encrypted to another one')
    // A disk that cannot be read is not a file that was changed.
    if (typeof (error as NodeJS.ErrnoException).code === 'string') throw error
    throw new Damaged('the file was changed', { cause: error })
  } finally {
    // The stream does not close the file when it is given up.
    await source.return?.()
  }
}

/** Node's streams and those of the Web's types are the same objects. */
type WebStream = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>
const streamOf = (source: AsyncIterator<Uint8Array>) =>
  ReadableStream.from({ [Symbol.asyncIterator]: () => source }) as unknown as WebStream
const iterable = (stream: unknown) => stream as AsyncIterable<Uint8Array>

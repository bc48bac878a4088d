import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { type ArchivedEvent, type ArchiveKey, type ArchiveName, ArchiveUnreadable } from '@wardline/ports'
import { readFrames } from './frames.ts'

/** @throws ArchiveUnreadable `object_missing`; other errors of the file system unchanged. */
export async function openObject(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ArchiveUnreadable('object_missing')
    throw error
  }
}

/** The events of the object in a file. @throws ArchiveUnreadable. */
export async function* readObject(
  path: string,
  name: ArchiveName,
  key: ArchiveKey,
): AsyncGenerator<readonly ArchivedEvent[]> {
  const file = await openObject(path)
  try {
    yield* readFrames(name, key.bytes, async length => {
      const buffer = Buffer.alloc(length)
      for (let read = 0; read < length; ) {
        const { bytesRead } = await file.read(buffer, read, length - read, null)
        if (bytesRead === 0) throw new ArchiveUnreadable('undecryptable')
        read += bytesRead
      }
      return buffer
    })
  } finally {
    await file.close()
  }
}

/** SHA-256 of a file, read in pieces. */
export async function digestOf(path: string): Promise<string> {
  const file = await openObject(path)
  const digest = createHash('sha256')
  for await (const piece of file.createReadStream({ highWaterMark: 1_048_576 })) digest.update(piece as Buffer)
  return digest.digest('hex')
}

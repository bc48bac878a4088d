import { hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { endianness } from 'node:os'
import type { TenantId } from '@wardline/kernel'

const BYTES = 8

/**
 * The first 64 bits of SHA-256 over tenant and id: ids are random, so this reveals nothing and is evenly distributed.
 */
export const idHash = (tenant: TenantId, eventId: string): bigint =>
  hash('sha256', `${tenant}\n${eventId}`, 'buffer').readBigUInt64BE(0)

/** Hashes of an object's ids as they come: eight bytes each, because an object may have millions. */
export interface IdHashes {
  readonly count: number
  add(hash: bigint): void
  /** The file next to the object that lists its events: the hashes, ascending. */
  bytes(): Buffer
}

export function createIdHashes(): IdHashes {
  let hashes = new BigUint64Array(1024)
  let count = 0
  return {
    get count() {
      return count
    },
    add(hash) {
      if (count === hashes.length) {
        const larger = new BigUint64Array(count * 2)
        larger.set(hashes)
        hashes = larger
      }
      hashes[count++] = hash
    },
    bytes() {
      const sorted = hashes.slice(0, count).sort()
      const bytes = Buffer.from(sorted.buffer)
      return endianness() === 'LE' ? bytes.swap64() : bytes
    },
  }
}

/** Hashes that are read at once. */
const BLOCK = 512

/**
 * Looks a hash up in such a file. Hashes are evenly distributed, so it is near its proportional place in the file: one
 * or two reads, whatever the size.
 */
export async function holdsHash(file: FileHandle, wanted: bigint): Promise<boolean> {
  let low = 0
  let high = Math.floor((await file.stat()).size / BYTES)
  let [least, most] = [0n, 2n ** 64n]
  const buffer = Buffer.alloc(BLOCK * BYTES)
  while (low < high) {
    const share = Number(((wanted - least) * 1_000_000n) / (most - least)) / 1_000_000
    const guess = low + Math.floor((high - low) * share)
    const start = Math.max(low, Math.min(guess - BLOCK / 2, high - BLOCK))
    const count = Math.min(BLOCK, high - start)
    const { bytesRead } = await file.read(buffer, 0, count * BYTES, start * BYTES)
    if (bytesRead < count * BYTES) return false
    const first = buffer.readBigUInt64BE(0)
    const last = buffer.readBigUInt64BE((count - 1) * BYTES)
    if (wanted < first) [high, most] = [start, first]
    else if (wanted > last) [low, least] = [start + count, last]
    else return among(buffer, count, wanted)
  }
  return false
}

function among(buffer: Buffer, count: number, wanted: bigint): boolean {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    const value = buffer.readBigUInt64BE(middle * BYTES)
    if (value === wanted) return true
    if (value < wanted) low = middle + 1
    else high = middle
  }
  return false
}

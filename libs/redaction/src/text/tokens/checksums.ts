import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `value` in base 62, left-padded with zeros. */
function base62(value: number, width: number): string {
  let out = ''
  for (let rest = value; out.length < width; rest = Math.floor(rest / 62)) out = BASE62[rest % 62] + out
  return out
}

/** The six characters with which GitHub and npm end a token: CRC-32 of what stands before them, without the prefix. */
export const crcInBase62 = (body: string): string => base62(crc32(body), 6)

/** GitHub (2021) and npm: `<prefix>_<30 characters><checksum>`. */
export function hasBase62Checksum(token: string): boolean {
  const body = token.slice(token.lastIndexOf('_') + 1)
  return body.length === 36 && crcInBase62(body.slice(0, 30)) === body.slice(30)
}

/** The eight digits with which Grafana ends a token: CRC-32 of everything before the last `_`, lowest byte first. */
export function crcInHex(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(crc32(text))
  return bytes.toString('hex')
}

/** Grafana: `glsa_<32 characters>_<checksum>`. */
export function hasHexChecksum(token: string): boolean {
  const cut = token.lastIndexOf('_')
  return cut > 0 && crcInHex(token.slice(0, cut)) === token.slice(cut + 1)
}

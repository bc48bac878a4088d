// What somebody without credentials may send to keep the HTTP thread busy. Each is the bytes of one whole request.
import { gzipSync } from 'node:zlib'

/** One attack by one request. */
export interface Payload {
  readonly name: string
  readonly bytes: Buffer
}

const MIB = 1_024 * 1_024
const EXCHANGE = 'POST /api/v1/agent-enrollment/exchange'
const INGEST = 'POST /api/v1/logs/ingest'

/** A request with a body of known length. `more` are further header lines. */
function withBody(line: string, body: string | Buffer, more: readonly string[] = []): Buffer {
  const head = [
    `${line} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    ...more,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)])
}

/** A body of ASCII in chunks of one byte: six bytes on the wire for each of the body. */
function inSingleBytes(line: string, body: string): Buffer {
  const head = `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  const chunks = Buffer.alloc(6 * body.length, '1\r\n \r\n')
  for (let i = 0; i < body.length; i++) chunks[6 * i + 3] = body.charCodeAt(i)
  return Buffer.concat([Buffer.from(head), chunks, Buffer.from('0\r\n\r\n')])
}

const withHeaders = (line: string, headers: readonly string[] = []): Buffer =>
  Buffer.from([`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n'))

/** `{"a0":1,"a1":1,…}` */
export const unknownMembers = (count: number): string =>
  `{${Array.from({ length: count }, (_, i) => `"${i.toString(36)}":1`).join(',')}}`

export const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

const token = (payload: object): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256', typ: 'at+jwt' })}.${part(payload)}.${'A'.repeat(342)}`
}

/** A file of 32 MiB in 32 KiB. */
const bomb = (): Buffer => gzipSync(Buffer.alloc(31 * MIB, 0x20))

/** All of them; made anew, for some have 50 MiB. */
export const strangersPayloads = (): readonly Payload[] => [
  { name: 'exchange: 700,000 unknown members', bytes: withBody(EXCHANGE, unknownMembers(700_000)) },
  { name: 'exchange: 4,000,000 brackets', bytes: withBody(EXCHANGE, nested(2_000_000)) },
  { name: 'exchange: a text of 8 MiB', bytes: withBody(EXCHANGE, `"${'a'.repeat(8 * MIB - 2)}"`) },
  { name: 'exchange: 40 MiB', bytes: withBody(EXCHANGE, Buffer.alloc(40 * MIB, 0x61)) },
  { name: 'exchange: 32 KiB of unknown members', bytes: withBody(EXCHANGE, unknownMembers(3_500)) },
  { name: 'exchange: 32 KiB of empty arrays', bytes: withBody(EXCHANGE, `[${'[],'.repeat(10_900)}1]`) },
  { name: 'exchange: 32 KiB of long texts', bytes: withBody(EXCHANGE, `{"csr":"${'é'.repeat(16_000)}"}`) },
  { name: 'exchange: 32 KiB in chunks of a byte', bytes: inSingleBytes(EXCHANGE, `"${'a'.repeat(32_700)}"`) },
  { name: 'exchange: 8 MiB in chunks of a byte', bytes: inSingleBytes(EXCHANGE, `"${'a'.repeat(8 * MIB)}"`) },
  { name: 'exchange: a compressed bomb', bytes: withBody(EXCHANGE, bomb(), ['Content-Encoding: gzip']) },
  { name: 'logs without credentials: 8 MiB', bytes: withBody(INGEST, unknownMembers(700_000)) },
  { name: 'logs without credentials: 40 MiB', bytes: withBody(INGEST, Buffer.alloc(40 * MIB, 0x61)) },
  { name: 'logs without credentials: 8 MiB in chunks of a byte', bytes: inSingleBytes(INGEST, 'a'.repeat(8 * MIB)) },
  { name: 'a reading with a body of 40 MiB', bytes: withBody('GET /api/v1/alerts', Buffer.alloc(40 * MIB, 0x61)) },
  { name: 'no path, 8 MiB in chunks of a byte', bytes: inSingleBytes('POST /nothing', 'a'.repeat(8 * MIB)) },
  { name: 'the document with a body of 40 MiB', bytes: withBody('GET /api/v1/openapi.json', Buffer.alloc(40 * MIB)) },
  { name: '15 KiB of cookies', bytes: withHeaders('GET /api/v1/session', [`Cookie: ${'a=b;'.repeat(3_900)}`]) },
  {
    name: '8 KiB of cookies of a sign-in',
    bytes: withHeaders('GET /api/v1/session/callback?state=a', [`Cookie: ${'a=%41;'.repeat(1_360)}`]),
  },
  {
    name: 'many headers',
    bytes: withHeaders(
      'GET /api/v1/session',
      Array.from({ length: 1_900 }, (_, i) => `x${i % 90}:a`),
    ),
  },
  {
    name: 'a query of 15 KiB',
    bytes: withHeaders(`GET /api/v1/session/sign-in?${Array.from({ length: 1_900 }, (_, i) => `a${i}=%41`).join('&')}`),
  },
  { name: 'a path of 15 KiB', bytes: withHeaders(`GET /api/v1/${'%2e%2e/a/'.repeat(1_600)}`) },
  {
    name: 'a token of 15 KiB',
    bytes: withHeaders('GET /api/v1/alerts', [
      `Authorization: Bearer ${token({ iss: 'https://nobody.example', a: 'a'.repeat(9_000) })}`,
    ]),
  },
  {
    name: 'a deep token',
    bytes: withHeaders('GET /api/v1/alerts', [
      `Authorization: Bearer ${token({ iss: 'x', a: JSON.parse(nested(2_000)) as object })}`,
    ]),
  },
  {
    name: '15 KiB of forwarded addresses',
    bytes: withHeaders('GET /api/v1/alerts', [`X-Forwarded-For: ${'::1,'.repeat(3_700)}`]),
  },
  { name: 'the document', bytes: withHeaders('GET /api/v1/openapi.json') },
  { name: 'the reference page', bytes: withHeaders('GET /docs') },
  { name: 'the console', bytes: withHeaders('GET /console/') },
]

/** What a request costs that is wrong in no special way: what the others are compared with. */
export const plainPayload: Payload = { name: 'nothing special', bytes: withHeaders('GET /api/v1/alerts') }

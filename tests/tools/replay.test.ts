import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Answer } from '../../tools/client/api.ts'
import { batchesOf, MAX_BATCH, MAX_BATCH_BYTES } from '../../tools/replay/batches.ts'
import { linesOf } from '../../tools/replay/lines.ts'
import { readOptions } from '../../tools/replay/options.ts'
import { type LogRecord, MAX_RAW_BYTES, readRecords } from '../../tools/replay/read-records.ts'
import { replay } from '../../tools/replay/replay.ts'
import { sendBatch } from '../../tools/replay/send-batch.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wardline-replay-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const out: T[] = []
  for await (const item of items) out.push(item)
  return out
}
const rawsOf = async (path: string): Promise<unknown[]> => (await all(readRecords(path))).map(record => record.raw)

/** A zip archive of stored (uncompressed) entries. */
function zip(entries: Record<string, string>): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(data.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

describe('reading', () => {
  it('reads a line as an event: text and JSON alike, except blank lines, with Windows line ends too', async () => {
    expect(await rawsOf(file('a.log', 'one\r\n\n{"EventID":1}\n[Fri Nov 21] three'))).toEqual([
      'one',
      '{"EventID":1}',
      '[Fri Nov 21] three',
    ])
  })

  it('reads an element of a JSON array as an event, and a pretty-printed object as one', async () => {
    expect(await rawsOf(file('a.json', '[\n {"a": 1},\n "two"\n]'))).toEqual([{ a: 1 }, 'two'])
    expect(await rawsOf(file('b.json', '{\n "a": 1\n}\n'))).toEqual([{ a: 1 }])
  })

  it('reads the entries of an archive, except folders and hidden files', async () => {
    const path = file(
      'a.zip',
      zip({ 'x/': '', 'x/a.log': 'one\ntwo', '__MACOSX/x/._a.log': 'junk', 'b.json': '[{"c":3}]' }),
    )
    const records = await all(readRecords(path))
    expect(records.map(record => record.raw)).toEqual(['one', 'two', { c: 3 }])
    expect(records[0]?.at).toBe('a.zip/x/a.log:1')
  })

  it('reads an archive whose last byte is missing, as published data sets have it', async () => {
    const whole = zip({ 'a.log': 'one' })
    whole.writeUInt16LE(1, whole.length - 2)
    expect(await rawsOf(file('cut.zip', whole))).toEqual(['one'])
  })

  it('gives an event the same event_ref every time, and no two the same', async () => {
    const path = file('a.log', 'same\nsame\n')
    const [first, second] = [await all(readRecords(path)), await all(readRecords(path))]
    expect(first.map(r => r.eventRef)).toEqual(second.map(r => r.eventRef))
    expect(new Set(first.map(r => r.eventRef)).size).toBe(2)
  })

  it('ends lines at \\n only, whatever chunks they come in', async () => {
    const bytes = Buffer.from('a\u2028b\rc😀\nd\xff\n', 'utf8')
    const chunks = [...bytes].map(byte => Buffer.from([byte]))
    const lines = await all(linesOf(Readable.from(chunks)))
    expect(lines.map(line => line.text)).toEqual(['a\u2028b\rc😀', 'dÿ'])
    expect(lines[0]?.bytes).toBe(Buffer.byteLength('a\u2028b\rc😀'))
  })
})

const make = (bytes: number, at = 'x'): LogRecord => ({ at, raw: 'r', bytes, eventRef: 'e' })
async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

describe('batches', () => {
  it('hold at most 100 events and 4 MiB; what is over 64 KiB goes into none', async () => {
    const large: LogRecord[] = []
    const records = [
      ...Array.from({ length: 250 }, () => make(10)),
      make(MAX_RAW_BYTES + 1),
      ...Array.from({ length: 90 }, () => make(MAX_RAW_BYTES)),
    ]
    const batches = await all(batchesOf(from(records), record => large.push(record)))
    expect(large).toHaveLength(1)
    expect(batches.flat()).toHaveLength(340)
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(MAX_BATCH)
      expect(batch.reduce((sum, record) => sum + record.bytes, 0)).toBeLessThanOrEqual(MAX_BATCH_BYTES)
    }
  })
})

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  headers,
  text: '',
})
const accepting = (events: number): Answer =>
  answer(202, { results: Array.from({ length: events }, (_, index) => ({ index, status: 'accepted' })) })

describe('sending', () => {
  const script = (...answers: (Answer | Error)[]) => {
    const waits: number[] = []
    const api = {
      post: async () => {
        const next = answers.shift() as Answer | Error
        if (next instanceof Error) throw next
        return next
      },
    }
    return { api, waits, options: { attempts: 4, wait: async (ms: number) => waits.push(ms) } }
  }

  it('waits as 429 and 503 ask, and ever longer when a connection is lost', async () => {
    const { api, waits, options } = script(
      answer(429, {}, { 'retry-after': '2' }),
      new Error('reset'),
      answer(503, {}, { 'retry-after': '9999' }),
      accepting(1),
    )
    expect(await sendBatch(api, 'src_1', [make(1)], options)).toMatchObject({ accepted: 1, refused: [] })
    expect(waits).toEqual([2_000, 400, 30_000])
  })

  it('gives up after a number of tries, and at once when the batch itself is refused', async () => {
    const busy = script(...Array.from({ length: 4 }, () => answer(503, { code: 'unavailable' })))
    expect((await sendBatch(busy.api, 'src_1', [make(1, 'f:1')], busy.options)).refused).toEqual([
      { at: 'f:1', code: 'unavailable' },
    ])
    const paused = script(answer(409, { code: 'source_paused' }))
    expect((await sendBatch(paused.api, 'src_1', [make(1, 'f:1')], paused.options)).refused).toEqual([
      { at: 'f:1', code: 'source_paused' },
    ])
    expect(paused.waits).toEqual([])
  })

  it('counts each item by its own result, and a missing one as not accepted', async () => {
    const results = [
      { index: 0, status: 'accepted' },
      { index: 1, status: 'duplicate' },
      { index: 2, status: 'rejected', code: 'raw_empty' },
    ]
    const { api, options } = script(answer(202, { results }))
    expect(await sendBatch(api, 'src_1', [make(1, 'a'), make(1, 'b'), make(1, 'c'), make(1, 'd')], options)).toEqual({
      accepted: 1,
      duplicates: 1,
      refused: [
        { at: 'c', code: 'raw_empty' },
        { at: 'a', code: 'unanswered' },
      ],
    })
  })
})

describe('a replay', () => {
  it('sends everything once, with several batches in flight, and reports what was not accepted', async () => {
    const path = file(
      'a.log',
      `${Array.from({ length: 950 }, (_, i) => `line ${i}`).join('\n')}\n${'x'.repeat(MAX_RAW_BYTES + 1)}`,
    )
    const sent: string[] = []
    let together = 0
    let most = 0
    const api = {
      post: async (_path: string, body?: unknown) => {
        const { events } = body as { events: { raw: string }[] }
        most = Math.max(most, ++together)
        await new Promise(resolve => setTimeout(resolve, 1))
        together--
        sent.push(...events.map(event => event.raw))
        return accepting(events.length)
      },
    }
    const report = await replay(api, 'src_1', [path], 3)
    expect(report).toMatchObject({ accepted: 950, rejected: 0, too_large: 1, codes: { too_large: 1 } })
    expect(report.not_accepted).toEqual([{ at: `${basename(path)}:951`, code: 'too_large' }])
    expect(new Set(sent).size).toBe(950)
    expect(sent).toHaveLength(950)
    expect(most).toBe(3)
  })

  it('sends the other files when one cannot be read, and says which', async () => {
    const api = {
      post: async (_path: string, body?: unknown) => accepting((body as { events: unknown[] }).events.length),
    }
    const missing = join(folder, 'none.log')
    const report = await replay(api, 'src_1', [missing, file('broken.zip', 'PK'), file('a.log', 'one')], 1)
    expect(report).toMatchObject({ accepted: 1, rejected: 2, codes: { unreadable: 2 } })
    expect(report.not_accepted[0]).toEqual({ at: missing, code: 'unreadable' })
  })
})

describe('options', () => {
  const base = ['--url', 'http://127.0.0.1:8080/api/v1', '--token-file', 't', 'a.log']
  it('are read', () => {
    expect(readOptions([...base, '--create-source', 'w', '--concurrency', '8'])).toMatchObject({
      url: 'http://127.0.0.1:8080',
      source: { name: 'w', format: 'auto' },
      concurrency: 8,
      files: ['a.log'],
    })
  })

  it.each([
    [base],
    [[...base, '--source', 'a', '--create-source', 'b']],
    [[...base, '--source', 'a', '--concurrency', '0']],
    [['--token-file', 't', '--source', 'a', 'f']],
    [['--url', 'http://x', '--source', 'a', 'f']],
    [['--url', 'http://x', '--token-file', 't', '--source', 'a']],
    [[...base, '--source', 'a', '--bogus']],
  ])('are refused: %j', args => {
    expect(() => readOptions(args)).toThrow()
  })
})

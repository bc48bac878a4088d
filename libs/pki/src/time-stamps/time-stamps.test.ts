import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { timeAuthority } from '../testing/time-authority.ts'
import { readTimeStamp, timeStampRequest } from './index.ts'

const MESSAGE = Buffer.from('wardline/ten_a/audit\n3\n')
let authority: ReturnType<typeof timeAuthority>
beforeAll(() => {
  authority = timeAuthority()
})
afterAll(() => authority.remove())

const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    error => error.reason ?? String(error),
  )

async function stamped(message = MESSAGE) {
  const request = timeStampRequest(message)
  return request.read(authority.reply(request.der))
}

describe('A time stamp', () => {
  it('of an authority says when and who, and OpenSSL accepts its token', async () => {
    const before = Math.floor(Date.now() / 1_000) * 1_000
    const stamp = await stamped()
    expect(stamp.at).toBeGreaterThanOrEqual(before)
    expect(stamp.at).toBeLessThanOrEqual(Date.now())
    expect(stamp.authority).toBe('O=Test, CN=Test time authority')
    expect(authority.accepts(stamp.token, MESSAGE)).toBe(true)
    expect(authority.accepts(stamp.token, Buffer.from('other'))).toBe(false)
    expect(await readTimeStamp(stamp.token, MESSAGE, authority.root)).toMatchObject({ at: stamp.at })
  })

  it('is refused when it answers another request', async () => {
    const [ours, theirs] = [timeStampRequest(MESSAGE), timeStampRequest(MESSAGE)]
    expect(await reasonOf(ours.read(authority.reply(theirs.der)))).toBe('nonce')
  })

  it('is refused over another message', async () => {
    const [ours, theirs] = [timeStampRequest(MESSAGE), timeStampRequest(Buffer.from('other'))]
    expect(await reasonOf(ours.read(authority.reply(theirs.der)))).toBe('imprint')
    expect(await reasonOf(readTimeStamp((await stamped()).token, Buffer.from('other')))).toBe('imprint')
  })

  it('is refused when the authority does not grant it', async () => {
    const request = timeStampRequest(MESSAGE)
    expect(await reasonOf(request.read(authority.reply(request.der, { section: 'tsa_other' })))).toBe('status')
  })

  it('is refused when a byte of it was changed, wherever that is', async () => {
    const { token, at, authority: name } = await stamped()
    for (let i = 0; i < token.length; i += 7) {
      const changed = Buffer.from(token)
      changed[i] = (changed[i] as number) ^ 1
      const read = await readTimeStamp(changed, MESSAGE, authority.root).catch(error => error.reason as string)
      // What the signature does not cover may change, and says nothing.
      if (typeof read !== 'string') expect([read.at, read.authority]).toEqual([at, name])
      else expect(read).toMatch(/^(malformed|imprint|signature|purpose|untrusted)$/)
    }
  })

  it('is refused when its certificate is for something else', async () => {
    const request = timeStampRequest(MESSAGE)
    const reply = authority.replyOfWeb(request.der)
    expect(await reasonOf(request.read(reply))).toBe('purpose')
  })

  it('is refused when its certificate leads to another root, though the names are the same', async () => {
    const request = timeStampRequest(MESSAGE)
    const { token } = await request.read(authority.reply(request.der, { signer: 'impostor' }))
    expect(await reasonOf(readTimeStamp(token, MESSAGE, authority.root))).toBe('untrusted')
    expect(await reasonOf(readTimeStamp(token, MESSAGE, authority.otherRoot))).toBe('accepted')
    expect(await reasonOf(readTimeStamp((await stamped()).token, MESSAGE, authority.otherRoot))).toBe('untrusted')
  })

  it('is refused when it is not one', async () => {
    const { read } = timeStampRequest(MESSAGE)
    for (const bytes of ['', '0', '<html>', '\x30\x80', '\x30\x03\x02\x01\x00'])
      expect(await reasonOf(read(Buffer.from(bytes, 'latin1')))).toBe('malformed')
    expect(await reasonOf(readTimeStamp(Buffer.alloc(0), MESSAGE))).toBe('malformed')
    const { token } = await stamped()
    expect(await reasonOf(readTimeStamp(Buffer.concat([token, Buffer.alloc(1)]), MESSAGE))).toBe('malformed')
  })
})

import { describe, expect, it } from '@jest/globals'
import { openCheckpoint, signCheckpoint } from './checkpoint.ts'
import { bindingOf, historyKey } from './history-key.ts'
import { leafHash } from './merkle.ts'
import { noteSigner, noteVerifier } from './signed-note.ts'

const seed = new Uint8Array(32).fill(3)
const root = leafHash(Buffer.from('x'))
const head = { origin: 'wardline/ten_a/audit', size: 12, root, restores: [] }

describe('A signed note', () => {
  /** From the specification's own example. */
  const KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
  const NOTE =
    'This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'

  it('is opened by the key of the specification', () => {
    expect(noteVerifier(KEY).open(NOTE)).toBe('This is an example message.\n')
    expect(noteVerifier(KEY).open(NOTE.replace('an example', 'no example'))).toBeUndefined()
  })

  it('opens when it has other signatures as well, and does not open without its own', () => {
    const signer = noteSigner('log', seed)
    const verifier = noteVerifier(signer.verifierKey)
    const note = signer.sign('a\nb\n')
    expect(verifier.open(`${note}\u2014 witness AAAAAAAA\n`)).toBe('a\nb\n')
    expect(verifier.open('a\nb\n\n\u2014 witness AAAAAAAA\n')).toBeUndefined()
    expect(verifier.open('a\nb\n')).toBeUndefined()
    expect(verifier.open(note.slice(0, -1))).toBeUndefined()
    expect(noteVerifier(noteSigner('log', new Uint8Array(32)).verifierKey).open(note)).toBeUndefined()
  })

  it('has a key that fits its id, and a name without blanks', () => {
    expect(() => noteVerifier(KEY.replace('530d903a', '530d903b'))).toThrow('its own id')
    expect(() => noteVerifier('x')).toThrow('not a verifier key')
    expect(() => noteSigner('a b', seed)).toThrow('blanks')
  })
})

describe('A checkpoint', () => {
  const signer = noteSigner(head.origin, seed)

  it('names the log, its size and its root', () => {
    const note = signCheckpoint(signer, head)
    expect(note.split('\n').slice(0, 4)).toEqual(['wardline/ten_a/audit', '12', root.toString('base64'), ''])
    expect(openCheckpoint(noteVerifier(signer.verifierKey), note)).toEqual(head)
  })

  it.each(['012', '-1', '1e3', '99999999999999999', ''])('is not one with the size %s', size => {
    const note = signer.sign(`${head.origin}\n${size}\n${root.toString('base64')}\n`)
    expect(openCheckpoint(noteVerifier(signer.verifierKey), note)).toBeUndefined()
  })

  it('of a log with another name is refused', () => {
    const note = signer.sign(`wardline/ten_b/audit\n12\n${root.toString('base64')}\n`)
    expect(openCheckpoint(noteVerifier(signer.verifierKey), note)).toBeUndefined()
  })

  it('of a restored log has its own name, says what was undone, and is opened by the same key', () => {
    const restores = [{ restoreId: 'res_1', kept: 5, lost: 12, lostRoot: root.toString('base64') }]
    const after = { ...head, origin: 'wardline/ten_a/audit/res_1', size: 6, restores }
    const note = signCheckpoint(noteSigner(after.origin, seed), after)
    const key = historyKey(signer.verifierKey)
    expect(key.open(note)).toEqual(after)
    expect(key.open(signCheckpoint(signer, head))).toEqual(head)
    const unsaid = { ...after, restores: [] }
    expect(key.open(signCheckpoint(noteSigner(after.origin, seed), unsaid))).toBeUndefined()
    expect(historyKey(noteSigner(head.origin, new Uint8Array(32)).verifierKey).open(note)).toBeUndefined()
  })

  it('binds every later history, except for what a restore undid', () => {
    const restored = (restoreId: string, kept: number) => ({ restoreId, kept, lost: 20, lostRoot: '' })
    const [one, two] = [restored('res_1', 10), restored('res_2', 8)]
    const of = (size: number, ...restores: (typeof one)[]) => ({ size, restores })
    expect(bindingOf(of(12), [])).toBe('binding')
    expect([10, 11].map(size => bindingOf(of(size), [one]))).toEqual(['binding', 'explained'])
    expect([8, 9].map(size => bindingOf(of(size), [one, two]))).toEqual(['binding', 'explained'])
    expect([8, 9].map(size => bindingOf(of(size, one), [one, two]))).toEqual(['binding', 'explained'])
    expect(bindingOf(of(5, one), [])).toBe('foreign')
    expect(bindingOf(of(5, two), [one])).toBe('foreign')
  })
})

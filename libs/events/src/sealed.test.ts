import { describe, expect, it } from '@jest/globals'
import { keyringOf, randomDataKeys, type TenantId } from '@wardline/kernel'
import fc from 'fast-check'
import { KINDS } from './kinds.ts'
import { CannotOpen, openSealed, type SealedIn, sealClear } from './sealed.ts'
import { loadSchema } from './validation.ts'

const dataKeys = randomDataKeys()
const keyring = keyringOf(dataKeys)
const into: SealedIn = { kind: 'log.event.received', id: 'env_a', tenantId: 'ten_a' as TenantId }
const clear = { raw: 'Failed password for mlopez from 203.0.113.9', event_ref: null }

describe('the sealed part of an event', () => {
  it('opens to exactly what was sealed, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const stored = JSON.parse(JSON.stringify(sealClear(keyring, into, value)))
        expect(JSON.stringify(openSealed(keyring, into, stored))).toBe(JSON.stringify(value))
      }),
    )
  })

  it('says which key opens it, and nothing of its content', () => {
    const sealed = sealClear(keyring, into, clear)
    expect(sealed.key_id).toBe('events/1')
    expect(Buffer.from(sealed.box, 'base64').toString('latin1')).not.toContain('mlopez')
  })

  it('looks different every time', () => {
    expect(sealClear(keyring, into, clear).box).not.toBe(sealClear(keyring, into, clear).box)
  })

  it('does not open in an event of another kind, id or tenant', () => {
    const sealed = sealClear(keyring, into, clear)
    for (const other of [{ kind: 'alert.created' }, { id: 'env_b' }, { tenantId: 'ten_b' }] as Partial<SealedIn>[])
      expect(() => openSealed(keyring, { ...into, ...other }, sealed)).toThrow(CannotOpen)
  })

  it('does not open with another platform’s keys', () => {
    const sealed = sealClear(keyring, into, clear)
    expect(() => openSealed(keyringOf(randomDataKeys()), into, sealed)).toThrow(CannotOpen)
  })

  it('opens with the key of its own epoch only', () => {
    const sealed = sealClear(keyring, into, clear)
    const second = randomDataKeys(['events']).map(key => ({ ...key, epoch: 2 }))
    const both = keyringOf([...dataKeys, ...second])
    expect(openSealed(both, into, sealed)).toEqual(clear)
    expect(() => openSealed(both, into, { ...sealed, key_id: 'events/2' })).toThrow(CannotOpen)
    for (const key_id of ['events/3', 'archive/1', 'events/', '', 'events/1 '])
      expect(() => openSealed(keyring, into, { ...sealed, key_id })).toThrow(CannotOpen)
  })

  it('does not open when any byte was changed, and the fault quotes nothing', () => {
    const sealed = sealClear(keyring, into, clear)
    const bytes = Buffer.from(sealed.box, 'base64')
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes)
      changed[i] = (changed[i] as number) ^ 1
      expect(() => openSealed(keyring, into, { ...sealed, box: changed.toString('base64') })).toThrow(
        'log.event.received: the sealed part does not open',
      )
    }
    for (const box of ['', 'AAAA', sealed.box.slice(0, 44)])
      expect(() => openSealed(keyring, into, { ...sealed, box })).toThrow(CannotOpen)
  })
})

describe('the schemas', () => {
  type Payload = {
    properties: { payload: { required: string[]; properties: Record<string, Record<string, unknown>> } }
  }
  const sealedMembers = KINDS.flatMap(kind => {
    const { payload } = (loadSchema(kind) as unknown as Payload).properties
    const { sealed } = payload.properties
    return sealed ? [{ kind, required: payload.required, sealed }] : []
  })

  it.each(sealedMembers)('$kind: the sealed part is optional and has the one form', ({ required, sealed }) => {
    const form = ({ description: _description, ...rest }: Record<string, unknown>): unknown => rest
    expect(required).not.toContain('sealed')
    expect(form(sealed)).toEqual(form((sealedMembers[0] as { sealed: Record<string, unknown> }).sealed))
  })
})

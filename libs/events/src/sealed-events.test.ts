import { describe, expect, it } from '@jest/globals'
import { keyringOf, randomDataKeys, type TenantId } from '@wardline/kernel'
import { type Envelope, originEnvelope } from './envelope.ts'
import { CannotOpen, openSealed } from './sealed.ts'
import { openEvent, sealEvent } from './sealed-events.ts'
import { createEventCodec, loadSchema } from './validation.ts'

const keyring = keyringOf(randomDataKeys())
const codec = createEventCodec()
const { sealed: _, ...payload } = (
  loadSchema('log.event.received') as unknown as { examples: Envelope<'log.event.received'>[] }
).examples[0]!.payload
const clear = originEnvelope({
  kind: 'log.event.received',
  tenantId: 'ten_a' as TenantId,
  producer: 'ingest',
  subject: { type: 'log_event', id: payload.event_id },
  correlationId: 'cor_1',
  now: 0,
  payload: { ...payload, raw: 'Failed password for mlopez', event_ref: 'mlopez:1' },
})
const sealed = sealEvent(keyring, clear, { raw: '', event_ref: null })

describe('a sealed event', () => {
  it('is valid on its topic and says there only what it shall show', () => {
    const text = codec.encode(sealed)
    expect(text).not.toContain('mlopez')
    expect(JSON.parse(text)).toMatchObject({ id: clear.id, payload: { raw: '', event_ref: null, batch_index: 0 } })
  })

  it('opens to the event that it was, with nothing of the box left', () => {
    expect(openEvent(keyring, codec.decode(codec.encode(sealed)))).toEqual(clear)
  })

  it.each<[string, object, object, object]>([
    ['what is shown as it is', { id: 1, who: 'ann' }, { id: 1, who: 'user:1~a' }, { '+': { source: { who: 'ann' } } }],
    ['what only the clear one has', { id: 1, who: 'ann' }, { id: 1 }, { '+': { source: { who: 'ann' } } }],
    ['more is shown than is there', { who: 'ann' }, { who: 'ann', more: 1 }, { source: { who: 'ann' } }],
    ['nothing is shown', { who: 'ann' }, {}, { source: { who: 'ann' } }],
    [
      'the name of a prototype',
      JSON.parse('{"__proto__":"ann"}'),
      { a: 1 },
      JSON.parse('{"source":{"__proto__":"ann"}}'),
    ],
  ])('seals of an object only what it does not show, and opens to the same: %s', (_, source, shown, boxed) => {
    const event = { ...clear, payload: { ...payload, source } } as unknown as Envelope<'log.event.received'>
    const made = sealEvent(keyring, event, { source: shown } as never, ['source'])
    const { kind, id, tenant_id: tenantId } = event
    expect(openSealed(keyring, { kind, id, tenantId }, made.payload.sealed as never)).toEqual(boxed)
    expect(openEvent(keyring, made)).toEqual(event)
  })

  it('seals every other object as a whole', () => {
    const { kind, id, tenant_id: tenantId } = clear
    const source = { ...payload.source, vendor: null }
    const made = sealEvent(keyring, clear, { source })
    expect(openSealed(keyring, { kind, id, tenantId }, made.payload.sealed as never)).toEqual({
      source: payload.source,
    })
  })

  it('does not open when its box was put into another event', () => {
    expect(() => openEvent(keyring, { ...sealed, id: 'env_other' })).toThrow(CannotOpen)
  })
})

describe('an event of an earlier release', () => {
  it('has no box and is read as it is', () => {
    expect(openEvent(keyring, clear)).toBe(clear)
  })
})

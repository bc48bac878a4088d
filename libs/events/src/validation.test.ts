import { describe, expect, it } from '@jest/globals'
import type { AnyEnvelope, Envelope } from './envelope.ts'
import { type EventKind, KINDS } from './kinds.ts'
import { createEventCodec, EventInvalid, loadSchema } from './validation.ts'

const codec = createEventCodec()
const exampleOf = (kind: EventKind): Envelope =>
  (loadSchema(kind) as unknown as { examples: Envelope[] }).examples[0] as Envelope
const json = (
  kind: EventKind,
  change: (e: Record<string, unknown> & { payload: Record<string, unknown> }) => void,
): string => {
  const copy = structuredClone(exampleOf(kind)) as unknown as Record<string, unknown> & {
    payload: Record<string, unknown>
  }
  change(copy)
  return JSON.stringify(copy)
}

describe.each(KINDS)('%s', kind => {
  it('goes through the codec unchanged', () => {
    expect(codec.decode(codec.encode(exampleOf(kind)))).toEqual(exampleOf(kind) as AnyEnvelope)
  })

  it('is closed when produced: an unknown member is a bug', () => {
    for (const place of ['envelope', 'payload'] as const) {
      const text = json(kind, e => Object.assign(place === 'envelope' ? e : e.payload, { surprise: 1 }))
      expect(() => codec.encode(JSON.parse(text) as Envelope)).toThrow(EventInvalid)
    }
  })

  it('is open when read: a later v1 may have more members', () => {
    const text = json(kind, e => {
      e.surprise = 1
      e.payload.surprise = { deep: true }
      Object.assign(e.subject as object, { more: 'x' })
    })
    expect(codec.decode(text)).toMatchObject({ surprise: 1, payload: { surprise: { deep: true } } })
  })

  it('is refused when it is read without a required member, or with another type', () => {
    expect(() => codec.decode(json(kind, e => Reflect.deleteProperty(e, 'correlation_id')))).toThrow(EventInvalid)
    expect(() => codec.decode(json(kind, e => Object.assign(e, { tenant_id: 'nobody' })))).toThrow(EventInvalid)
    for (const name of Object.keys(exampleOf(kind).payload)) {
      if (
        (
          loadSchema(kind) as unknown as { properties: { payload: { required: string[] } } }
        ).properties.payload.required.includes(name)
      ) {
        expect(() => codec.decode(json(kind, e => Reflect.deleteProperty(e.payload, name)))).toThrow(EventInvalid)
      }
    }
  })
})

describe('a message that is not an event', () => {
  it.each([
    '',
    'hunter2',
    '{"kind":"hunter2"}',
    'null',
    '[]',
    '3',
    '{}',
    '{"kind":"__proto__"}',
    '{"kind":{"toString":1}}',
  ])('%j is refused', text => {
    expect(() => codec.decode(text)).toThrow(EventInvalid)
  })

  it('is reported by place and keyword, never by value', () => {
    const text = json('log.event.received', e => Object.assign(e.payload, { event_id: 'hunter2' }))
    try {
      codec.decode(text)
      throw new Error('it was accepted')
    } catch (error) {
      expect((error as Error).message).toBe('log.event.received: /payload/event_id pattern')
    }
    for (const bad of ['{"kind":"hunter2"}', 'hunter2']) {
      try {
        codec.decode(bad)
      } catch (error) {
        expect((error as Error).message).not.toContain('hunter2')
      }
    }
  })
})

describe('a time in an envelope', () => {
  const decodes = (occurred_at: string): boolean => {
    try {
      return Boolean(codec.decode(json('log.event.received', e => Object.assign(e, { occurred_at }))))
    } catch {
      return false
    }
  }
  it.each([
    '2026-11-21T09:30:00Z',
    '2026-11-21T09:30:00.012Z',
    '2026-12-31T23:59:59.123456789Z',
    '2024-02-29T00:00:00Z',
    '2026-11-30t09:30:00.5z',
    '2026-11-21 09:30:00+01:00',
    '2026-12-31T23:59:60Z',
  ])('%s is one (RFC 3339)', text => expect(decodes(text)).toBe(true))
  it.each([
    '2026-11-21',
    '2026-11-21T09:30:00',
    '2026-00-21T09:30:00Z',
    '2026-13-21T09:30:00Z',
    '2026-11-00T09:30:00Z',
    '2026-11-31T09:30:00Z',
    '2026-02-29T09:30:00Z',
    '2026-11-21T24:30:00Z',
    '2026-11-21T09:60:00Z',
    '2026-11-21T09:30:60Z',
    '2026-11-21T09:30:00.Z',
    ' 2026-11-21T09:30:00Z',
    '2026-11-21T09:30:00Z\n',
  ])('%j is none', text => expect(decodes(text)).toBe(false))
})

import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { AnyEnvelope, Envelope } from './envelope.ts'
import { type EventKind, KINDS, schemaPath } from './kinds.ts'
import { opened } from './schema-form.ts'

/** An envelope that does not match its schema. Names the place, never the value. */
export class EventInvalid extends Error {
  readonly kind: string
  constructor(kind: string, fault: string) {
    super(`${kind}: ${fault}`)
    this.name = 'EventInvalid'
    this.kind = kind
  }
}

type Json = { [key: string]: unknown }

/** The schema of a kind, as in event-schemas/. */
export function loadSchema(kind: EventKind): Json {
  return JSON.parse(readFileSync(schemaPath(kind), 'utf8')) as Json
}

type Validators = (kind: string) => ValidateFunction | undefined

/** Compiles the schema of a kind when it is first asked for: a process reads and writes some of them only. */
function compiled(transform: (schema: unknown) => unknown): Validators {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: true })
  addFormats.default(ajv)
  ajv.addFormat('date-time', isDateTime)
  const validators = new Map<string, ValidateFunction>()
  const known: ReadonlySet<string> = new Set(KINDS)
  return kind => {
    const made = validators.get(kind)
    if (made || !known.has(kind)) return made
    const validate = ajv.compile(transform(loadSchema(kind as EventKind)) as Json)
    validators.set(kind, validate)
    return validate
  }
}

/** A UTC time on a day that every month has: this covers nearly all times, at a tenth of the cost of the full rule. */
const PLAIN_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/
const anyDateTime = addFormats.default.get('date-time') as { readonly validate: (text: string) => boolean }
const isDateTime = (text: string): boolean => PLAIN_TIME.test(text) || anyDateTime.validate(text)

/**
 * Validators of every kind: closed on produce, tolerant on read. A kind is compiled at its first event, so create one
 * codec per process.
 */
export interface EventCodec {
  /** @throws EventInvalid: a producer's bug, never sent. */
  encode(envelope: Envelope): string
  /**
   * The text of an event that was already checked when it was written, perhaps by a later release: it may have members
   * that this release does not know, and they are kept. @throws EventInvalid when it does not match its schema.
   */
  pass(envelope: Envelope): string
  /** @throws EventInvalid when the text is not JSON, its kind is unknown, or it does not match its schema. */
  decode(text: string): AnyEnvelope
}

export function createEventCodec(): EventCodec {
  const produce = compiled(schema => schema)
  const read = compiled(opened)
  return {
    encode(envelope) {
      check(produce, envelope)
      return JSON.stringify(envelope)
    },
    pass(envelope) {
      check(read, envelope)
      return JSON.stringify(envelope)
    },
    decode(text) {
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        throw new EventInvalid('unknown', 'not JSON')
      }
      check(read, value)
      return value as AnyEnvelope
    },
  }
}

function check(validators: Validators, value: unknown): void {
  const kind = (value as Json | null)?.kind
  const validate = typeof kind === 'string' ? validators(kind) : undefined
  if (!validate) throw new EventInvalid('unknown', 'no schema for this kind')
  if (validate(value)) return
  const fault = validate.errors?.[0]
  throw new EventInvalid(String(kind), `${fault?.instancePath || '/'} ${fault?.keyword ?? 'invalid'}`)
}

import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Credentials, SchemaRegistrySettings } from '../config.ts'
import { within } from '../surroundings.ts'

const TIMEOUT_MS = 5000
/** Larger than any answer about one schema. */
const MAX_ANSWER_BYTES = 4_194_304
const MAX_REASON = 600

/** Answers that say no to what was asked. Everything else that is not a success says nothing: the registry has no opinion. */
const OPINIONS: readonly number[] = [409, 422]

/** The registry looked at a schema and does not want it. The message is its reason. */
export class SchemaRefused extends Error {
  override readonly name = 'SchemaRefused'
}

/** A version of a subject. */
export interface RegisteredSchema {
  readonly id: number
  readonly schema: unknown
}

/** How new versions are compared with old ones: `FORWARD`, `BACKWARD`, `NONE` and others. */
export type CompatibilityLevel = string

/**
 * The parts of Confluent's registry protocol that we need. Every method throws an Error when there is no answer that
 * can be understood: silence, a fault of the server, a page of HTML.
 */
export interface RegistryClient {
  /** The newest version of a subject; undefined when it has none. */
  latest(subject: string): Promise<RegisteredSchema | undefined>
  /** Whether the registry has a schema with that id. */
  has(id: number): Promise<boolean>
  /** What holds for the subject, its own or the registry's. */
  level(subject: string): Promise<CompatibilityLevel>
  setLevel(subject: string, level: CompatibilityLevel): Promise<void>
  /** Adds a version, or finds the one with the same text. Returns its id. @throws SchemaRefused */
  add(subject: string, schema: unknown): Promise<number>
  close(): void
}

interface Answer {
  readonly status: number
  /** Parsed; undefined when it is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

export function createRegistryClient(settings: SchemaRegistrySettings): RegistryClient {
  const base = settings.url.replace(/\/$/, '')
  const secure = base.startsWith('https:')
  const agent = secure
    ? new HttpsAgent({ keepAlive: true, timeout: TIMEOUT_MS, ...(settings.tls?.ca ? { ca: settings.tls.ca } : {}) })
    : new HttpAgent({ keepAlive: true, timeout: TIMEOUT_MS })
  const headers = {
    accept: 'application/vnd.schemaregistry.v1+json, application/json',
    'content-type': 'application/vnd.schemaregistry.v1+json',
    ...(settings.auth ? { authorization: basic(settings.auth) } : {}),
  }

  async function send(method: string, path: string, body: string | undefined, signal: AbortSignal): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const ask = secure ? httpsRequest : httpRequest
    const request = ask(`${base}${path}`, { method, agent, headers, signal }, response => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_ANSWER_BYTES) request.destroy(new Error('the answer is too long'))
        else chunks.push(chunk)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: objectOf(Buffer.concat(chunks)) }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
    return promise
  }

  /** @returns undefined when the registry says that there is no such thing. */
  async function call(
    method: string,
    path: string,
    content?: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    const abort = new AbortController()
    const text = content === undefined ? undefined : JSON.stringify(content)
    try {
      const { status, body } = await within(TIMEOUT_MS, 'the schema registry', send(method, path, text, abort.signal))
      if (status === 200 && body) return body
      // A 404 of the protocol has a code; one of a proxy in between has not.
      if (status === 404 && typeof body?.error_code === 'number') return undefined
      if (OPINIONS.includes(status) && typeof body?.message === 'string')
        throw new SchemaRefused(body.message.slice(0, MAX_REASON))
      throw new Error(`the schema registry answered ${status}${body ? '' : ' and no JSON'}`)
    } finally {
      abort.abort()
    }
  }

  const subjectPath = (subject: string): string => `/subjects/${encodeURIComponent(subject)}/versions`
  const configPath = (subject: string): string => `/config/${encodeURIComponent(subject)}`

  return {
    async latest(subject) {
      const found = await call('GET', `${subjectPath(subject)}/latest`)
      return found && { id: idIn(found), schema: schemaIn(found) }
    },
    async has(id) {
      return (await call('GET', `/schemas/ids/${id}`)) !== undefined
    },
    async level(subject) {
      const own = await call('GET', configPath(subject))
      const level = own?.compatibilityLevel ?? (await call('GET', '/config'))?.compatibilityLevel
      if (typeof level !== 'string') throw new Error('the schema registry answered without a compatibility level')
      return level.toUpperCase()
    },
    async setLevel(subject, compatibility) {
      if (!(await call('PUT', configPath(subject), { compatibility })))
        throw new Error('the schema registry did not take the compatibility level')
    },
    async add(subject, schema) {
      const added = await call('POST', subjectPath(subject), { schemaType: 'JSON', schema: JSON.stringify(schema) })
      if (!added) throw new Error('the schema registry did not take the schema')
      return idIn(added)
    },
    close: () => agent.destroy(),
  }
}

const basic = ({ username, password }: Credentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

function objectOf(text: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function idIn({ id }: Readonly<Record<string, unknown>>): number {
  if (typeof id !== 'number' || !Number.isInteger(id)) throw new Error('the schema registry answered without an id')
  return id
}

function schemaIn({ schema }: Readonly<Record<string, unknown>>): unknown {
  const value = typeof schema === 'string' ? objectOf(Buffer.from(schema)) : undefined
  if (!value) throw new Error('the schema registry answered without a schema')
  return value
}

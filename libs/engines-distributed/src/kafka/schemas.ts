import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { COMPATIBILITY, SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry'
import { type EventKind, KINDS, loadSchema } from '@wardline/events'
import { LRUCache } from 'lru-cache'
import type { SchemaRegistrySettings } from '../config.ts'
import { within } from '../surroundings.ts'
import type { TopicNames } from './names.ts'
import { isSameSchema } from './same-schema.ts'

const TIMEOUT_MS = 5000

/** Ids of schemas in the registry. Known ids need no registry: it may be down while events flow. */
export interface SchemaIds {
  /**
   * Registers the schemas of event-schemas/ under `<topic>-value`, compatibility BACKWARD. Idempotent. A schema that differs from the newest
   * registered one in words only is that one: other words are no other version.
   */
  register(): Promise<void>
  idOf(kind: EventKind): number
  /**
   * Whether the registry has a schema of that id. @throws Error when it is not known here and the registry cannot be
   * reached.
   */
  isKnown(id: number): Promise<boolean>
  /** @throws Error when the registry does not answer. */
  ping(): Promise<void>
  close(): void
}

export function createSchemaIds(settings: SchemaRegistrySettings, names: TopicNames): SchemaIds {
  const secure = settings.url.startsWith('https:')
  const agent = secure
    ? new HttpsAgent({ keepAlive: true, timeout: TIMEOUT_MS, ...(settings.tls?.ca ? { ca: settings.tls.ca } : {}) })
    : new HttpAgent({ keepAlive: true, timeout: TIMEOUT_MS })
  const registry = new SchemaRegistry(
    {
      host: settings.url.replace(/\/$/, ''),
      clientId: 'wardline',
      agent,
      retry: { retries: 0 },
      ...(settings.auth ? { auth: { ...settings.auth } } : {}),
    },
    // Events are validated by their own codec, on produce and on read: the registry's copy is not compiled a second time.
    { [SchemaType.JSON]: { ajvInstance: { compile: note, addSchema: acceptAll } as never } },
  )
  /** The schema that the client has read last: it hands it to the validator, and to nobody else. */
  let read: unknown
  function note(schema: unknown): () => boolean {
    read = schema
    return acceptAll
  }
  const ids = new Map<EventKind, number>()
  const known = new Set<number>()
  /** Ids that the registry does not know yet; they may be registered later. */
  const unknown = new LRUCache<number, true>({ max: 1000, ttl: 30_000 })

  const idOf = (kind: EventKind): number => {
    const id = ids.get(kind)
    if (id === undefined) throw new Error(`the schema of ${kind} is not registered`)
    return id
  }

  /** The id of the newest schema of a subject, where it is ours but for words. */
  async function sameIn(subject: string, ours: unknown): Promise<number | undefined> {
    try {
      const id = await within(TIMEOUT_MS, 'the schema registry', registry.getLatestSchemaId(subject))
      read = undefined
      await within(TIMEOUT_MS, 'the schema registry', registry.getSchema(id))
      return isSameSchema(read, ours) ? id : undefined
    } catch (error) {
      if ((error as { status?: number }).status === 404) return undefined
      throw error
    }
  }

  async function registerIn(subject: string, ours: unknown): Promise<number> {
    const schema = { type: SchemaType.JSON as const, schema: JSON.stringify(ours) }
    const options = { subject, compatibility: COMPATIBILITY.BACKWARD }
    return (await within(TIMEOUT_MS, 'the schema registry', registry.register(schema, options))).id
  }

  return {
    async register() {
      for (const kind of KINDS) {
        if (ids.has(kind)) continue
        const ours = loadSchema(kind)
        const subject = `${names.topic(kind)}-value`
        const id = (await sameIn(subject, ours)) ?? (await registerIn(subject, ours))
        ids.set(kind, id)
        known.add(id)
      }
    },
    idOf,
    async isKnown(id) {
      if (known.has(id)) return true
      if (unknown.has(id)) return false
      try {
        await within(TIMEOUT_MS, 'the schema registry', registry.getSchema(id))
        known.add(id)
        return true
      } catch (error) {
        if ((error as { status?: number }).status !== 404) throw error
        unknown.set(id, true)
        return false
      }
    },
    async ping() {
      const subject = `${names.topic(KINDS[0])}-value`
      await within(TIMEOUT_MS, 'the schema registry', registry.getLatestSchemaId(subject))
    },
    close: () => agent.destroy(),
  }
}

const acceptAll = (): boolean => true

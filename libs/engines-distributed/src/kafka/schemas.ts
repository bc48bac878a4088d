import { type EventKind, KINDS, loadSchema } from '@wardline/events'
import { LRUCache } from 'lru-cache'
import type { SchemaRegistrySettings } from '../config.ts'
import type { EngineLog } from '../surroundings.ts'
import type { TopicNames } from './names.ts'
import { placeSchema, registeredForm } from './place-schema.ts'
import { createRegistryClient, type RegisteredSchema } from './registry-client.ts'

const RETRY_MS = 30_000
/** After a registry without an answer, ids are not looked up for this long. */
const SILENCE_MS = 5_000

/**
 * The last ids that the registry gave, kept outside it: with them a process starts while the registry does not answer.
 */
export interface KeptSchemas {
  read(subject: string): Promise<RegisteredSchema | undefined>
  /** @param schemas by subject. */
  write(schemas: ReadonlyMap<string, RegisteredSchema>): Promise<void>
}

export interface SchemaIdsOptions {
  readonly settings: SchemaRegistrySettings
  readonly names: TopicNames
  readonly kept: KeptSchemas
  readonly log: EngineLog
  /** The schema of each kind; those of event-schemas/ by default. */
  readonly schemaOf?: (kind: EventKind) => unknown
  /** How often a schema that the registry had no opinion about is offered again; 30 s by default. */
  readonly retryMs?: number
}

/** Ids of schemas in the registry. Known ids need no registry: it may be down, or out of its mind, while events flow. */
export interface SchemaIds {
  /**
   * Gives every schema of event-schemas/ its place under `<topic>-value`: open, in draft-07, compatibility FORWARD
   * (docs/adr/). Idempotent. A schema that the registry has no opinion about is offered again later; until then its
   * events carry the id of the version before it.
   * @throws SchemaBreaks for a schema that would break readers; Error when the registry does not answer and was never
   * known.
   */
  register(): Promise<void>
  idOf(kind: EventKind): number
  /** False when the registry says that it has no schema of that id. A registry that says nothing refuses nothing. */
  isKnown(id: number): Promise<boolean>
  /** @throws Error when the registry does not answer, or has not taken one of our schemas. */
  ping(): Promise<void>
  close(): Promise<void>
}

export function createSchemaIds(options: SchemaIdsOptions): SchemaIds {
  const { settings, names, kept, log, schemaOf = loadSchema, retryMs = RETRY_MS } = options
  const registry = createRegistryClient(settings)
  const ids = new Map<EventKind, number>()
  const known = new Set<number>()
  /** Kinds whose schema the registry does not have yet, and why. */
  const unsettled = new Map<EventKind, string>()
  /** Ids that the registry does not know yet; they may be registered later. */
  const unknown = new LRUCache<number, true>({ max: 1000, ttl: 30_000 })
  /** What the registry has given and is not kept yet. */
  const fresh = new Map<string, RegisteredSchema>()
  let keeping: Promise<void> = Promise.resolve()
  let silentUntil = 0
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function place(kind: EventKind): Promise<void> {
    const subject = `${names.topic(kind)}-value`
    const ours = registeredForm(schemaOf(kind))
    const { unsettled: reason, ...placed } = await placeSchema(registry, subject, ours, () => kept.read(subject))
    ids.set(kind, placed.id)
    known.add(placed.id)
    if (reason === undefined) {
      if (unsettled.delete(kind)) log.info({ subject }, 'the schema registry has this schema now')
      fresh.set(subject, placed)
      return
    }
    if (unsettled.get(kind) !== reason)
      log.warn({ subject, fault: reason }, 'the schema registry did not take this schema; events carry the one before')
    unsettled.set(kind, reason)
  }

  /** Only needed when the registry does not answer: a start does not wait for it, and does not fail with it. */
  function keep(): void {
    if (fresh.size === 0) return
    const written = new Map(fresh)
    fresh.clear()
    keeping = keeping.then(() => kept.write(written)).catch(() => {})
  }

  function retryLater(): void {
    if (unsettled.size === 0 || closed) return
    retry = setTimeout(async () => {
      for (const kind of [...unsettled.keys()])
        await place(kind).catch((error: Error) => unsettled.set(kind, error.message))
      keep()
      retryLater()
    }, retryMs)
    retry.unref()
  }

  return {
    async register() {
      const settled = await Promise.allSettled(KINDS.filter(kind => !ids.has(kind)).map(place))
      keep()
      clearTimeout(retry)
      retryLater()
      const failed = settled.find(one => one.status === 'rejected')
      if (failed) throw failed.reason
    },
    idOf(kind) {
      const id = ids.get(kind)
      if (id === undefined) throw new Error(`the schema of ${kind} is not registered`)
      return id
    },
    async isKnown(id) {
      if (known.has(id)) return true
      if (unknown.has(id)) return false
      if (performance.now() < silentUntil) return true
      try {
        if (await registry.has(id)) {
          known.add(id)
          return true
        }
        unknown.set(id, true)
        return false
      } catch {
        silentUntil = performance.now() + SILENCE_MS
        return true
      }
    },
    async ping() {
      await registry.latest(`${names.topic(KINDS[0])}-value`)
      for (const [kind, reason] of unsettled) throw new Error(`${kind}: ${reason}`)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      registry.close()
      await keeping
    },
  }
}

import { breakingChanges, isDraft07, opened, toDraft07 } from '@wardline/events'
import { type RegisteredSchema, type RegistryClient, SchemaRefused } from './registry-client.ts'

/**
 * What our subjects hold to: a reader with an old schema can read what is written by a new one. Only this level accepts
 * a new optional member in an open schema. {@link SchemaBreaks} covers the other direction.
 */
const LEVEL = 'FORWARD'
/** The level that releases before the open schemas set, and insist on when they start. */
const EARLIER_LEVEL = 'BACKWARD'
const NO_LEVEL = 'NONE'
const MAX_FAULTS = 5

/** A schema of this release would break readers: a mistake of the release, which must not start. */
export class SchemaBreaks extends Error {
  override readonly name = 'SchemaBreaks'
  constructor(subject: string, faults: readonly string[]) {
    const more = faults.length > MAX_FAULTS ? `; and ${faults.length - MAX_FAULTS} more` : ''
    super(
      `${subject}: this release has a schema that would break readers: ${faults.slice(0, MAX_FAULTS).join('; ')}${more}`,
    )
  }
}

/** The id that frames carry, and whether its place in the registry is what it should be. */
export interface Placed extends RegisteredSchema {
  /** Why the registry does not have our schema yet, though nothing is wrong with it; undefined when all is well. */
  readonly unsettled?: string
}

/** Schemas as they are registered: open, in the newest dialect that registries can compare. */
export const registeredForm = (schema: unknown): unknown => toDraft07(opened(schema))

/**
 * Finds or makes the place of our schema in its subject. Every v1 schema accepts every v1 event, because all are open;
 * so while the registry has no opinion about ours, the id of the version before it is as good.
 * @param ours in its registered form.
 * @param kept the last one that is known to be registered, for when the registry does not answer.
 * @throws SchemaBreaks; Error when the registry does not answer and nothing is kept.
 */
export async function placeSchema(
  registry: RegistryClient,
  subject: string,
  ours: unknown,
  kept: () => Promise<RegisteredSchema | undefined>,
): Promise<Placed> {
  let latest: RegisteredSchema | undefined
  try {
    latest = await registry.latest(subject)
    if (!latest) return { id: await addFirst(registry, subject, ours), schema: ours }
  } catch (error) {
    const known = await kept().catch(() => undefined)
    if (!known) throw error
    relationOf(subject, known.schema, ours)
    return { ...known, unsettled: reasonOf(error) }
  }
  const relation = relationOf(subject, latest.schema, ours)
  if (isRegisteredForm(latest.schema) && relation !== 'newer') return latest
  if (relation === 'older') return latest
  try {
    const id = await addNext(registry, subject, latest, ours, relation)
    return { id, schema: ours }
  } catch (error) {
    return { ...latest, unsettled: reasonOf(error) }
  }
}

async function addFirst(registry: RegistryClient, subject: string, ours: unknown): Promise<number> {
  const id = await registry.add(subject, ours)
  await registry.setLevel(subject, LEVEL)
  return id
}

/**
 * Ours behind the latest version. What a registry cannot compare (2020-12) is replaced while it compares nothing: we
 * have compared the two ourselves. Other processes may do the same at once: the same text is one version, under any
 * level.
 */
async function addNext(
  registry: RegistryClient,
  subject: string,
  latest: RegisteredSchema,
  ours: unknown,
  relation: 'same' | 'newer',
): Promise<number> {
  const level = await registry.level(subject)
  const usual = level === EARLIER_LEVEL || level === NO_LEVEL
  if (isRegisteredForm(latest.schema)) {
    if (usual) await registry.setLevel(subject, LEVEL)
    return registry.add(subject, ours)
  }
  // Processes of the release before this one may still be started again: they insist on the level that they set.
  const afterwards = usual ? (relation === 'same' ? EARLIER_LEVEL : LEVEL) : level
  await registry.setLevel(subject, NO_LEVEL)
  try {
    return await registry.add(subject, ours)
  } finally {
    await registry.setLevel(subject, afterwards)
  }
}

/** @throws SchemaBreaks when neither could replace the other. */
function relationOf(subject: string, theirs: unknown, ours: unknown): 'same' | 'older' | 'newer' {
  const theirForm = isRegisteredForm(theirs) ? theirs : registeredForm(theirs)
  const ahead = breakingChanges(theirForm, ours)
  const behind = breakingChanges(ours, theirForm)
  if (ahead.length > 0 && behind.length > 0) throw new SchemaBreaks(subject, ahead)
  if (ahead.length > 0) return 'older'
  return behind.length > 0 ? 'newer' : 'same'
}

const isRegisteredForm = (schema: unknown): boolean =>
  isDraft07(schema) && JSON.stringify(opened(schema)) === JSON.stringify(schema)

const reasonOf = (error: unknown): string =>
  error instanceof SchemaRefused ? `refused: ${error.message}` : (error as Error).message

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type EventKind, KINDS, loadSchema, topicOf } from '@wardline/events'
import { silentLog } from '../testing/engines.ts'
import { type FakeRegistry, type Mood, startFakeRegistry } from '../testing/fake-registry.ts'
import { until } from '../testing/harnesses.ts'
import { BREAKING, type Release, WITH_MORE_MEMBERS } from '../testing/releases.ts'
import { topicNames } from './names.ts'
import { registeredForm } from './place-schema.ts'
import type { RegisteredSchema } from './registry-client.ts'
import { createSchemaIds, type KeptSchemas, type SchemaIds } from './schemas.ts'

let registry: FakeRegistry
let open: SchemaIds[]
let kept: Map<string, RegisteredSchema>
beforeEach(async () => {
  registry = await startFakeRegistry()
  open = []
  kept = new Map()
})
afterEach(async () => {
  for (const ids of open) await ids.close()
  registry.close()
})

const keptSchemas: KeptSchemas = {
  read: async subject => kept.get(subject),
  write: async schemas => {
    for (const [subject, schema] of schemas) kept.set(subject, schema)
  },
}
const subjectOf = (kind: EventKind): string => `${topicOf(kind)}-value`

/** A process of a release that has opened the registry. */
async function started(schemaOf: Release = loadSchema): Promise<SchemaIds> {
  const settings = { url: registry.url }
  const ids = createSchemaIds({
    settings,
    names: topicNames(''),
    kept: keptSchemas,
    log: silentLog,
    schemaOf,
    retryMs: 20,
  })
  open.push(ids)
  await ids.register()
  return ids
}
const idsOf = (ids: SchemaIds): number[] => KINDS.map(kind => ids.idOf(kind))
const newVersions = (): string[] => registry.requests.filter(request => request.startsWith('POST'))
const inOtherWords: Release = kind => ({ ...loadSchema(kind), description: 'as another release says it' })

describe('the schemas of a release', () => {
  it('are registered open and in draft-07, and the subject refuses what would break readers', async () => {
    await started()
    for (const kind of KINDS) {
      const [only, ...more] = registry.subjects.get(subjectOf(kind))!
      expect(more).toEqual([])
      expect(JSON.parse(only!)).toEqual(registeredForm(loadSchema(kind)))
      expect(registry.levels.get(subjectOf(kind))).toBe('FORWARD')
    }
  })

  it('are the registered ones when only words differ', async () => {
    const before = await started()
    const [first, later] = [idsOf(before), await started(inOtherWords)]
    expect(idsOf(later)).toEqual(first)
    expect(newVersions()).toHaveLength(KINDS.length)
  })

  it('become new versions when they have new optional members; the release before finds itself in them', async () => {
    const now = idsOf(await started())
    const next = idsOf(await started(WITH_MORE_MEMBERS))
    for (const kind of KINDS) {
      expect(registry.subjects.get(subjectOf(kind))).toHaveLength(2)
      expect(registry.levels.get(subjectOf(kind))).toBe('FORWARD')
    }
    expect(next.some(id => now.includes(id))).toBe(false)
    expect(idsOf(await started())).toEqual(next)
    expect(idsOf(await started(inOtherWords))).toEqual(next)
    expect(newVersions()).toHaveLength(2 * KINDS.length)
  })

  it.each(BREAKING)('are refused, with the reason, when a release %s', async (_name, release, reason) => {
    await started()
    await expect(started(release)).rejects.toThrow(reason)
    expect(newVersions()).toHaveLength(KINDS.length)
  })

  it('keep the level that an operator has chosen for a subject', async () => {
    for (const kind of KINDS) registry.put(subjectOf(kind), registeredForm(loadSchema(kind)), 'FULL')
    await started(WITH_MORE_MEMBERS)
    expect([...new Set(registry.levels.values())]).toEqual(['FULL'])
  })
})

describe('a registry of an earlier release, closed and in 2020-12', () => {
  beforeEach(() => {
    for (const kind of KINDS) registry.put(subjectOf(kind), loadSchema(kind), 'BACKWARD')
  })

  it('gets the open schemas; the earlier release, which insists on its level, can still be started again', async () => {
    const before = registry.texts.length
    const ids = idsOf(await started())
    expect(Math.min(...ids)).toBeGreaterThan(before)
    for (const kind of KINDS) {
      const asked = registry.requests.filter(r => r.includes(`/${subjectOf(kind)}`) && /^(?:PUT|POST)/.test(r))
      expect(
        asked.map(r =>
          r
            .split(' ')
            .filter((_, i) => i !== 1)
            .join(' '),
        ),
      ).toEqual(['PUT NONE', 'POST', 'PUT BACKWARD'])
    }
    expect(idsOf(await started())).toEqual(ids)
    expect(newVersions()).toHaveLength(KINDS.length)
  })

  it('can be skipped over: the first change comes with the open schemas', async () => {
    await started(WITH_MORE_MEMBERS)
    expect([...new Set(registry.levels.values())]).toEqual(['FORWARD'])
    for (const kind of KINDS) expect(registry.subjects.get(subjectOf(kind))).toHaveLength(2)
  })

  it('has its level again when the new version was not taken', async () => {
    registry.moodOfNewVersions = 'fault'
    await started()
    expect([...new Set(registry.levels.values())]).toEqual(['BACKWARD'])
  })

  it.each(BREAKING)('refuses a release that %s', async (_name, release, reason) => {
    await expect(started(release)).rejects.toThrow(reason)
  })
})

describe('a registry without an opinion', () => {
  const moods: readonly Mood[] = ['fault', 'refuses', 'html', 'page_404', 'cut']

  it.each(moods)('about a new version (%s): the release starts, with the ids of the version before', async mood => {
    const now = idsOf(await started())
    registry.moodOfNewVersions = mood
    const next = await started(WITH_MORE_MEMBERS)
    expect(idsOf(next)).toEqual(now)
    await expect(next.ping()).rejects.toThrow()
    registry.moodOfNewVersions = 'well'
    await until(() => idsOf(next).every(id => !now.includes(id)), 'the ids of the new versions')
    await next.ping()
  })

  it.each(moods)('about anything (%s): what it said before is enough to start', async mood => {
    const now = idsOf(await started())
    await until(() => kept.size === KINDS.length, 'the kept ids')
    registry.mood = mood
    expect(idsOf(await started())).toEqual(now)
    expect(idsOf(await started(WITH_MORE_MEMBERS))).toEqual(now)
    await expect(started(BREAKING[0]![1])).rejects.toThrow(BREAKING[0]![2])
  })

  it.each(moods)('about anything, ever (%s): the start fails, and is tried again', async mood => {
    registry.mood = mood
    await expect(started()).rejects.toThrow()
    registry.mood = 'well'
    await started()
  })

  it.each(moods)('about an id (%s): the id is not held against a message', async mood => {
    const ids = await started()
    expect(await ids.isKnown(ids.idOf('alert.created'))).toBe(true)
    expect(await ids.isKnown(7_777)).toBe(false)
    registry.mood = mood
    expect(await ids.isKnown(8_888)).toBe(true)
    const asked = registry.requests.length
    expect(await ids.isKnown(9_999)).toBe(true)
    expect(registry.requests).toHaveLength(asked)
  })
})

// What the real registry makes of our schemas, release after release.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { type EventKind, KINDS, loadSchema } from '@wardline/events'
import { newId } from '@wardline/kernel'
import { describeWithEngines } from '../testing/describe-with-engines.ts'
import { silentLog } from '../testing/engines.ts'
import { nothingKept } from '../testing/harnesses.ts'
import { BREAKING, type Release, WITH_MORE_MEMBERS } from '../testing/releases.ts'
import { topicNames } from './names.ts'
import { registeredForm } from './place-schema.ts'
import { createSchemaIds, type SchemaIds } from './schemas.ts'

jest.setTimeout(60_000)

interface Answer {
  readonly status: number
  readonly body: {
    readonly id: number
    readonly compatibilityLevel: string
  }
}

describeWithEngines('the real registry', engines => {
  let names: ReturnType<typeof topicNames>
  let open: SchemaIds[]
  beforeEach(() => {
    names = topicNames(`r${newId('env').slice(4, 14)}-`)
    open = []
  })
  afterEach(async () => {
    for (const ids of open) await ids.close()
  })

  async function started(schemaOf: Release = loadSchema): Promise<number[]> {
    const ids = createSchemaIds({
      settings: { url: engines.registry },
      names,
      kept: nothingKept,
      log: silentLog,
      schemaOf,
    })
    open.push(ids)
    await ids.register()
    await ids.ping()
    return KINDS.map(kind => ids.idOf(kind))
  }
  const subjectOf = (kind: EventKind): string => `${names.topic(kind)}-value`
  const ask = async (method: string, path: string, content?: unknown): Promise<Answer> => {
    const answer = await fetch(`${engines.registry}${path}`, {
      method,
      headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    })
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }
  /** What another program does that adds a version. */
  const added = (kind: EventKind, schema: unknown) =>
    ask('POST', `/subjects/${subjectOf(kind)}/versions`, { schemaType: 'JSON', schema: JSON.stringify(schema) })
  const versionsOf = async (kind: EventKind): Promise<unknown> =>
    (await ask('GET', `/subjects/${subjectOf(kind)}/versions`)).body

  it('takes an optional member more in every schema, and the release before starts beside it', async () => {
    const now = await started()
    const next = await started(WITH_MORE_MEMBERS)
    expect(next.filter(id => now.includes(id))).toEqual([])
    expect(await started()).toEqual(next)
    expect(await started(WITH_MORE_MEMBERS)).toEqual(next)
    for (const kind of KINDS) expect(await versionsOf(kind)).toEqual([1, 2])
  })

  it.each(BREAKING)('never gets a release that %s', async (_name, release, reason) => {
    await started()
    await expect(started(release)).rejects.toThrow(reason)
    expect(await versionsOf(KINDS[0])).toEqual([1])
  })

  it('itself refuses what would break a reader of our events, whoever registers it', async () => {
    await started()
    const renamed = BREAKING.find(([name]) => name === 'renames a member')![1]
    expect((await added('alert.created', registeredForm(renamed('alert.created')))).status).toBe(409)
  })

  describe('with the closed 2020-12 schemas of an earlier release', () => {
    let first: number[]
    beforeEach(async () => {
      first = []
      for (const kind of KINDS) {
        first.push((await added(kind, loadSchema(kind))).body.id)
        await ask('PUT', `/config/${subjectOf(kind)}`, { compatibility: 'BACKWARD' })
      }
    })
    /** How a process of that release starts: it insists on its level and adds its own schema. */
    const startedEarlier = async (kind: EventKind): Promise<number> => {
      expect((await ask('GET', `/config/${subjectOf(kind)}`)).body.compatibilityLevel).toBe('BACKWARD')
      return (await added(kind, loadSchema(kind))).body.id
    }

    it('cannot compare anything with them, which is why they are replaced', async () => {
      expect((await added('alert.created', WITH_MORE_MEMBERS('alert.created'))).status).toBe(500)
      expect((await added('alert.created', registeredForm(loadSchema('alert.created')))).status).toBe(500)
    })

    it('is upgraded at the first start, and the earlier release starts again, during the upgrade and after', async () => {
      const now = await Promise.all([started(), started(), started()])
      expect(now[1]).toEqual(now[0])
      expect(now[2]).toEqual(now[0])
      expect(now[0]!.filter(id => first.includes(id))).toEqual([])
      for (const [i, kind] of KINDS.entries()) {
        expect(await versionsOf(kind)).toEqual([1, 2])
        expect(await startedEarlier(kind)).toBe(first[i])
      }
      const next = await started(WITH_MORE_MEMBERS)
      expect(await started()).toEqual(next)
      for (const kind of KINDS) expect(await versionsOf(kind)).toEqual([1, 2, 3])
    })

    it('is upgraded by a release with more members too', async () => {
      const next = await started(WITH_MORE_MEMBERS)
      expect(await started()).toEqual(next)
    })
  })
})

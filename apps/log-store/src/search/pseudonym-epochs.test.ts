import { describe, expect, it } from '@jest/globals'
import { keyringOf } from '@wardline/kernel'
import { tenantRedactors } from '@wardline/redaction'
import fc from 'fast-check'
import { as, createKit, cron, failed, TENANT } from '../testing/kit.ts'

interface Shown {
  readonly event_id: string
  readonly summary: string
  readonly user?: { readonly name: string }
  readonly src_endpoint?: { readonly ip: string }
}

/** One event of a person before a rotation, and one after it. */
async function rotated(name = 'jelkova') {
  const kit = createKit()
  await kit.store(failed('before', name))
  kit.rotatePseudonyms()
  await kit.store(
    failed('after', name, '203.0.113.9', { at: '2026-11-21T09:29:59.000Z' }),
    cron('job', '2026-11-21T09:29:57Z'),
  )
  const search = async (q: string, role: 'analyst' | 'auditor') =>
    (await kit.call('searchLogs', { search: `q=${encodeURIComponent(q)}`, principal: as(role) })).body
  const found = async (q: string, role: 'analyst' | 'auditor' = 'analyst') =>
    ((await search(q, role)).items as Shown[]).map(event => event.event_id)
  /** What an auditor finds, as the gateway's exit shows it, with the names that the test gave the events. */
  const seen = async (q: string) => {
    const body = await search(q, 'auditor')
    const { items } = kit.redactorOf(TENANT).redact('log_event', body) as { items: Shown[] }
    return items.map((event, i) => ({ ...event, event_id: (body.items as Shown[])[i]!.event_id }))
  }
  return { ...kit, found, seen }
}

describe('after a rotation of the pseudonyms', () => {
  it('an analyst finds a person by the name, in events of both epochs', async () => {
    const { found, call } = await rotated()
    expect(await found('jelkova')).toEqual(['evt_after', 'evt_before'])
    expect(await found('failed JELKOVA 203.0.113.9')).toEqual(['evt_after', 'evt_before'])
    const facets = await call('readLogFacets', { search: 'q=jelkova' })
    expect(facets.body.total).toBe(2)
    const { buckets } = (await call('readLogHistogram', { search: 'q=jelkova' })).body as {
      buckets: { count: number }[]
    }
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })

  it('a walk that began before it goes on', async () => {
    const kit = createKit()
    await kit.store(
      failed('one', 'jelkova'),
      failed('two', 'jelkova', '203.0.113.9', { at: '2026-11-21T09:29:56.000Z' }),
    )
    const page = async (search: string) => (await kit.call('searchLogs', { search, principal: as('analyst') })).body
    const first = await page('q=jelkova&limit=1')
    kit.rotatePseudonyms()
    const second = await page(`q=jelkova&limit=1&cursor=${encodeURIComponent(String(first.next_cursor))}`)
    expect([first, second].flatMap(({ items }) => (items as Shown[]).map(event => event.event_id))).toEqual([
      'evt_one',
      'evt_two',
    ])
  })

  it('each event has one epoch, in its summary and in its fields', async () => {
    const { seen } = await rotated()
    const [after, before] = await seen('failed password')
    for (const [event, epoch] of [
      [before, 1],
      [after, 2],
    ] as const) {
      expect(event?.user?.name).toMatch(new RegExp(`^user:${epoch}~`))
      expect(event?.src_endpoint?.ip).toMatch(new RegExp(`^ip:${epoch}~`))
      expect(event?.summary).toContain(event?.user?.name)
      expect(event?.summary).toContain(event?.src_endpoint?.ip)
    }
  })

  it('an auditor finds by a pseudonym what has it, and nothing by a name', async () => {
    const { found, seen } = await rotated()
    const [after, before] = await seen('failed password')
    expect(await found(String(before?.user?.name), 'auditor')).toEqual(['evt_before'])
    expect(await found(String(after?.user?.name), 'auditor')).toEqual(['evt_after'])
    expect(await found('jelkova', 'auditor')).toEqual([])
  })

  it('a dictionary made now does not resolve the pseudonyms of before', async () => {
    const name = fc.stringMatching(/^q[bcdfghjklmnp]{5,9}$/)
    await fc.assert(
      fc.asyncProperty(name, fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), async (person, guesses) => {
        const { store, seen } = await rotated(person)
        const candidates = [...new Set([person, ...guesses])]
        await store(...candidates.map((guess, i) => failed(`guess-${i}`, guess, `198.51.100.${i + 1}`)))
        const all = await seen('failed password')
        const before = all.find(event => event.event_id === 'evt_before')
        const learnt = new Map(all.filter(event => event !== before).map(event => [event.user?.name, event.event_id]))
        // It works within an epoch, which is why roles are kept apart and pseudonyms are rotated.
        expect(learnt.get(all.find(event => event.event_id === 'evt_after')?.user?.name)).toBe('evt_guess-0')
        expect(learnt.get(before?.user?.name)).toBeUndefined()
        for (const pseudonym of learnt.keys()) expect(before?.summary).not.toContain(pseudonym)
      }),
      { numRuns: 20 },
    )
  })

  it('a process that has not learnt of it shows nothing of the new epoch, and says to come again', async () => {
    const { call } = await rotated()
    const { body } = await call('searchLogs', { principal: as('auditor') })
    const old = tenantRedactors(keyringOf([{ purpose: 'pseudonyms', epoch: 1, key: new Uint8Array(32) }]))
    expect(() => old(TENANT).redact('log_event', body)).toThrow(expect.objectContaining({ status: 503, retryAfter: 1 }))
  })
})

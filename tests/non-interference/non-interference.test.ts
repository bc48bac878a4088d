// Two data sets that differ only in persons give an auditor the same answers everywhere, up to the names of pseudonyms.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type TenantId, tenantId } from '@wardline/kernel'
import fc from 'fast-check'
import { until } from '../support/until.ts'
import { askEverything, firstDifference, type Seen } from './auditor.ts'
import { attack, LOGS, type Person, type Story, somebody, story, tell, wordNames } from './stories.ts'
import { sourceOf, startWorld, type World } from './world.ts'

const FORMATS = [...new Set(LOGS.map(({ to }) => to))]
const RUNS = process.env.WARDLINE_FULL_TESTS === '1' ? 300 : 12

let worlds: readonly [World, World]
let runs = 0
beforeAll(async () => {
  worlds = [await startWorld(), await startWorld()]
})
afterAll(async () => {
  for (const world of worlds ?? []) await world.stop()
})

/** What an auditor sees of a story about somebody. @param words that the auditor searches for @param alerts to wait for */
async function audited(world: World, id: TenantId, told: Story, who: Person, words: readonly string[], alerts: number) {
  const { collector, operator, auditor } = await world.tenant(id, FORMATS, ['collector', 'operator', 'auditor'])
  const post = async (client: typeof operator, path: string, body: unknown) => {
    const answer = await client.post(path, body)
    expect([path, answer.status, answer.body?.errors]).toEqual([path, path === '/logs/ingest' ? 202 : 201, undefined])
    return answer.body
  }
  for (const [i, { to, text }] of told.logs.entries()) {
    world.clock.advance(1_000)
    const events = [
      { raw: tell(text, who), event_ref: `r${i}`, observed_at: new Date(world.clock.now()).toISOString() },
    ]
    await post(collector, '/logs/ingest', { log_source_id: sourceOf(to), events })
    // What is of the same millisecond is in the order of ids, which are random or keyed. So nothing is.
    await world.settled()
  }
  for (const { title, description, comment } of told.tickets) {
    world.clock.advance(1_000)
    const { ticket_id } = await post(operator, '/tickets', {
      title: tell(title, who),
      description: tell(description, who),
      assignee: who.user,
    })
    await post(operator, `/tickets/${ticket_id}/comments`, { body: tell(comment, who), visibility: 'auditor' })
    await post(operator, `/tickets/${ticket_id}/comments`, { body: tell(title, who) })
  }
  await world.settled()
  world.clock.advance(600_000)
  await until('alerts', async () => (await world.alerts(id)) >= alerts)
  await world.settled()
  return askEverything(auditor, words)
}

/** Both worlds at the same time of the day, whatever happened in them before. */
async function both(
  told: Story,
  left: Person,
  right: Person,
  alerts = 0,
): Promise<readonly [readonly Seen[], readonly Seen[]]> {
  const id = tenantId(`ten_run${runs++}`)
  const words = [left.user, right.user, left.family, right.given, 'password']
  return [
    await audited(worlds[0], id, told, left, words, alerts),
    await audited(worlds[1], id, told, right, words, alerts),
  ]
}

describe('an auditor', () => {
  it('cannot tell two people apart, by anything that any answer says', async () => {
    await fc.assert(
      fc.asyncProperty(story, somebody, somebody, async (told, left, right) => {
        const [one, other] = await both(told, left, right)
        expect(firstDifference(one, other)).toBeUndefined()
        for (const { asked, body } of one)
          for (const value of Object.values(left)) expect([asked, body.includes(value)]).toEqual([asked, false])
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
    )
  })

  it('cannot tell two people apart by alerts and what these group by', async () => {
    const who = (letter: string): Person => ({
      ...{ user: `q${letter}krtzv`, given: 'X', family: 'Q', host: `w${letter}bnr9`, mac: '02:11:11:11:11:11' },
      ip: letter === 'f' ? '14.200.88.77' : '81.101.88.77',
    })
    const [one, other] = await both(attack, who('f'), who('t'), 4)
    expect(one.some(({ asked, body }) => asked === '/alerts' && body.includes('"group":{'))).toBe(true)
    expect(firstDifference(one, other)).toBeUndefined()
  })

  it('cannot tell people apart whose names are words', async () => {
    await fc.assert(
      fc.asyncProperty(story, wordNames.left, wordNames.right, async (told, left, right) => {
        const [one, other] = await both(told, left, right)
        expect(firstDifference(one, other)).toBeUndefined()
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
    )
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { nested, unknownMembers } from '../../tools/attacks/payloads.ts'
import { admin, anonymous, freshTenant } from '../acceptance/target.ts'

/** How long an innocent request waits, at most, while `work` goes on. Milliseconds. */
async function longestWait(work: () => Promise<unknown>, ask: () => Promise<{ readonly status: number }>) {
  let going = true
  const done = work().finally(() => {
    going = false
  })
  let longest = 0
  while (going) {
    const started = performance.now()
    expect((await ask()).status).toBe(200)
    longest = Math.max(longest, performance.now() - started)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  await done
  return longest
}

/** How often it is tried: an attack that stalls others stalls them each time, a busy machine does not. */
const TRIES = 5

/**
 * An innocent tenant waits no longer while `attack` goes on than before, give or take what a machine that is busy with
 * others costs: 1.5 s, or ten times what it waits without the attack.
 */
async function expectNoWait(attack: () => Promise<unknown>): Promise<void> {
  const { admin: other } = await freshTenant()
  const ask = () => other.get('/log-sources')
  const waits: { readonly attacked: number; readonly most: number }[] = []
  for (let i = 0; i < TRIES && !waits.some(({ attacked, most }) => attacked < most); i++) {
    const idle = await longestWait(() => new Promise(resolve => setTimeout(resolve, 1_000)), ask)
    waits.push({ attacked: await longestWait(attack, ask), most: Math.max(1_500, 10 * idle) })
  }
  const { attacked, most } = waits.at(-1)!
  expect(attacked).toBeLessThan(most)
}

/** A rule that is legal, and costs more than a second for a text of 30 KB where nothing bounds it. */
const slowRule = (pattern: string): string => `title: Slow
id: ${randomUUID()}
status: stable
logsource:
  product: linux
detection:
  selection:
    message|re: '${pattern}'
  condition: selection
level: low
`

describe('others wait no longer', () => {
  it('when a stranger sends bodies that are costly to read, eight at a time', async () => {
    const bodies = [unknownMembers(700_000), nested(2_000_000)]
    const attack = () =>
      Promise.all(
        Array.from({ length: 8 }, async (_, i) => {
          const raw = bodies[i % bodies.length]!
          await anonymous.call('POST', '/agent-enrollment/exchange', { raw }).catch(() => undefined)
        }),
      )
    await expectNoWait(attack)
  })

  it('when a tenant sends bodies that are costly to read', async () => {
    const bodies = [unknownMembers(700_000), nested(2_000_000), `{"events":[{"raw":${unknownMembers(400_000)}}]}`]
    const answers: (readonly [number, string])[] = []
    const attack = async () => {
      for (const raw of bodies) {
        const { status, body } = await admin.call('POST', '/logs/ingest', { raw })
        answers.push([status, body.code])
      }
    }
    await expectNoWait(attack)
    expect(new Set(answers.map(String))).toEqual(new Set(['422,validation_failed']))
  })

  it.each(['[\\pL\\pN]{1,900}!', '(?:a?){500}(?:a){500}', '(.*.*.*=){50}'])(
    'when a tenant tries a rule that is made to be slow: %s',
    async pattern => {
      const attack = async () => {
        const made = await admin.post('/detection-rules', { source: slowRule(pattern), enabled: false })
        expect([201, 409, 422]).toContain(made.status)
        if (made.status !== 201) return
        const tried = await admin.post(`/detection-rules/${made.body.rule_id}/test`, {
          event: { message: 'ab'.repeat(50_000) },
        })
        expect([200, 422, 503]).toContain(tried.status)
      }
      await expectNoWait(attack)
    },
    300_000,
  )
})

describe('a batch of logs', () => {
  it('with an event that nests to any depth is refused only there', async () => {
    const { body: source } = await admin.post('/log-sources', { name: 'deep', format: 'json' })
    const raw = `{"log_source_id":"${source.log_source_id}","events":[{"raw":{"a":1}},{"raw":{"a":${nested(500_000)}}},{"raw":"x"}]}`
    const { status, body } = await admin.call('POST', '/logs/ingest', { raw })
    expect(status).toBe(202)
    expect(body.results.map((r: { status: string; code?: string }) => r.code ?? r.status)).toEqual([
      'accepted',
      'raw_too_deep',
      'accepted',
    ])
  })
})

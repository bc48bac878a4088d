import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it, jest } from '@jest/globals'
import fc from 'fast-check'
import { createKeyAndCsr, freshNonce } from '../../tools/client/agent.ts'
import { admin, anonymous, eventually } from '../acceptance/target.ts'

/** `WARDLINE_FULL_TESTS=1` looks 40 times longer. */
const RUNS = process.env.WARDLINE_FULL_TESTS === '1' ? 40 : 1
const seed = Number(process.env.WARDLINE_FUZZ_SEED ?? randomBytes(4).readInt32BE())
/** What no answer may repeat. It is in every made-up value. */
const CANARY = 'c4n4ry'
const ANSWER_MS = 60_000

// A stranger who has used up a share waits up to a minute for the next one.
jest.setTimeout(300_000 * RUNS)

type Answer = Awaited<ReturnType<typeof admin.get>>

/** The promise of every parser: an answer in time, no fault of ours, and nothing of the value in it. */
async function judged(ask: () => Promise<Answer>): Promise<Answer> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no answer in time')), ANSWER_MS).unref()
  })
  let answer = await Promise.race([ask(), late])
  // Only for as long as this address has used up its share as a stranger.
  if (answer.status === 429) answer = await eventually(ask, a => a.status !== 429, 70_000)
  expect(answer.status).toBeLessThan(500)
  if (answer.status >= 400) {
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.text).not.toContain(CANARY)
  }
  return answer
}

const holds = <T>(times: number, arbitrary: fc.Arbitrary<T>, check: (value: T) => Promise<unknown>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(arbitrary, async value => {
      await check(value)
    }),
    { seed, numRuns: times * RUNS, endOnFailure: true },
  )

const text = fc.string({ unit: 'binary', maxLength: 60 }).map(s => `${CANARY}${s}${CANARY}`)
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor', '$where', 'length'), scalar, { maxKeys: 3 }),
  fc.constantFrom('', ' ', '\0', '../../etc/passwd', '\u{202e}', '%00', '9'.repeat(400)),
)
/** What HTTP lets a header hold. */
const headerText = fc.string({
  unit: fc.constantFrom(...'=;, "\\%:@[]()<>?{}/abcXYZ0129-_.~', '\t', '\u{e9}', '\u{ff}'),
  maxLength: 200,
})

describe(`made-up input (seed ${seed})`, () => {
  type Operation = { readonly method: string; readonly path: string; readonly examples: readonly unknown[] }
  let operations: readonly Operation[]
  beforeAll(async () => {
    const { body: doc } = await anonymous.get('/openapi.json')
    operations = Object.entries<Record<string, Record<string, never>>>(doc.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) => {
        const content = (operation as { requestBody?: { content: Record<string, { example?: unknown }> } }).requestBody
          ?.content
        if (content === undefined) return []
        const examples = Object.values(content).flatMap(c => (c.example === undefined ? [{}] : [c.example]))
        return [{ method: method.toUpperCase(), path: path.replace('/api/v1', ''), examples }]
      }),
    )
    expect(operations.length).toBeGreaterThan(20)
  })

  it('in a JSON body of any operation', () =>
    holds(
      150,
      fc.record({ which: fc.nat(), member: fc.nat(), value, cut: fc.option(fc.nat(60), { freq: 8 }) }),
      async ({ which, member, value, cut }) => {
        const { method, path, examples } = operations[which % operations.length]!
        const example = structuredClone(examples[member % examples.length]) as Record<string, unknown>
        const names = Object.keys(example)
        if (names.length > 0) example[names[member % names.length]!] = value
        const whole = JSON.stringify(example)
        const raw = cut === null ? whole : whole.slice(0, cut)
        const target = path.replaceAll(/\{(\w+)\}/g, 'none_1')
        const headers = { 'if-match': '"1"' }
        await judged(() => (path.includes('exchange') ? anonymous : admin).call(method, target, { raw, headers }))
      },
    ))

  it('in bytes that are sent as JSON', () =>
    holds(40, fc.uint8Array({ maxLength: 80 }), async bytes => {
      const raw = Buffer.concat([Buffer.from('{"name":"'), bytes])
      await judged(() => admin.call('POST', '/log-sources', { raw }))
    }))

  it('in a certificate signing request: refused, and the token stays good', async () => {
    const { body: made } = await admin.post('/enrollment-tokens', { agent_class: 'endpoint' })
    const { csrPem } = await createKeyAndCsr()
    const der = Buffer.from(csrPem.replaceAll(/-----.*-----|\s/g, ''), 'base64')
    const body = (csr: string) => ({
      ...{ enrollment_token: made.token, nonce: freshNonce(), csr, agent_class: 'endpoint', platform: 'linux' },
      ...{ hostname: 'fuzz.example', fingerprint: { machine_id: 'fuzz-1' } },
    })
    const change = fc.record({ at: fc.nat(der.length - 1), to: fc.nat(255), drop: fc.boolean() })
    await holds(20, fc.array(change, { minLength: 1, maxLength: 4 }), async changes => {
      let bytes = Buffer.from(der)
      for (const { at, to, drop } of changes) {
        if (drop) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])
        else if (at < bytes.length) bytes[at] = to === bytes[at] ? to ^ 1 : to
      }
      const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`
      const { status, body: problem } = await judged(() => anonymous.post('/agent-enrollment/exchange', body(pem)))
      expect([status, problem.code]).toEqual([422, 'csr_invalid'])
    })
    expect((await anonymous.post('/agent-enrollment/exchange', body(csrPem))).status).toBe(201)
  })

  it('in the YAML of a rule', () => {
    const rule = `title: ${CANARY}\nid: 00000000-0000-4000-8000-000000000000\nlogsource:\n  product: linux\ndetection:\n  a:\n    message|contains: x\n  condition: a\nlevel: low\n`
    const piece = fc.oneof(
      fc.constantFrom(
        '&a ',
        '*a',
        '<<: *a',
        '!!js/function x',
        '!!binary x',
        '---\n',
        '- ',
        '? ',
        ': ',
        '|',
        '>',
        '%YAML 1.3\n',
      ),
      fc.constantFrom(
        '|re: (',
        '|re|i: a{1,99999}',
        '|base64offset|contains: ',
        '|windash|all: ',
        '|fieldref: ',
        '|cidr: 1/99',
      ),
      fc.constantFrom(
        ' and not (',
        ' 1 of them',
        ' all of a*',
        ' | count() > 1',
        '\t',
        '\u{feff}',
        '\0',
        '[[[[[[',
        '{{{{{{',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    )
    return holds(60, fc.array(fc.tuple(fc.nat(rule.length), piece), { minLength: 1, maxLength: 4 }), async inserted => {
      let source = rule
      for (const [at, what] of inserted) source = source.slice(0, at) + what + source.slice(at)
      const { status, body } = await judged(() => admin.post('/detection-rules', { source, enabled: false }))
      expect([201, 409, 422]).toContain(status)
      if (status === 422) expect(body.code).toMatch(/^(rule_|validation_failed)/)
    })
  })

  it('in cookies', () =>
    holds(40, fc.tuple(headerText, headerText), async ([before, after]) => {
      const cookie = `${before};wardline_session=${CANARY}${after}; wardline_sign_in=${after}`
      const { status } = await judged(() => anonymous.get('/session', { cookie }))
      expect(status).toBe(401)
      await judged(() => anonymous.get('/session/callback?state=x&code=y', { cookie }))
    }))

  it('in cursors', async () => {
    for (const name of ['a', 'b', 'c']) await admin.post('/log-sources', { name: `cursor ${name}`, format: 'json' })
    const lists = ['/log-sources', '/alerts', '/audit-records', '/logs/search', '/sessions', '/tickets', '/agents']
    const real = (await admin.get('/log-sources?limit=1')).body.next_cursor as string
    expect(real).toEqual(expect.any(String))
    const cursor = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc
        .tuple(fc.nat(real.length - 1), fc.constantFrom('A', 'z', '.', '-'))
        .map(([at, c]) => real.slice(0, at) + c + real.slice(at + 1)),
      fc.nat(real.length).map(n => real.slice(0, n)),
      fc.constantFrom(`${real}A`, real + real, Buffer.from('{"k":{}}').toString('base64url')),
    )
    await holds(50, fc.tuple(fc.constantFrom(...lists), cursor), async ([list, cursor]) => {
      const { status, body } = await judged(() => admin.get(`${list}?limit=1&cursor=${encodeURIComponent(cursor)}`))
      if (cursor !== real || list !== '/log-sources')
        expect([status, body.code]).toEqual([400, expect.stringMatching(/^(cursor|query)_invalid$/)])
    })
  })

  it('in headers that only a trusted proxy may set', () =>
    holds(40, fc.tuple(headerText, headerText), async ([address, certificate]) => {
      const headers = {
        'x-forwarded-for': address,
        'x-forwarded-client-cert': `Hash=${certificate};Cert="${CANARY}${certificate}";URI=spiffe://wardline.local/tenant/ten_default/agent/agt_1`,
        forwarded: `for=${address}`,
        'x-forwarded-proto': address,
        'x-forwarded-host': address,
      }
      const { status, body } = await judged(() => anonymous.get('/session', headers))
      expect([status, body.code]).toEqual([401, 'unauthenticated'])
      const beat = await judged(() => anonymous.post('/agents/agt_1/telemetry/heartbeat', { hostname: 'a' }, headers))
      expect([beat.status, beat.body.code]).toEqual([401, 'certificate_required'])
    }))

  it('in queries', () => {
    const lists = ['/logs/search', '/alerts', '/agents', '/session/sign-in', '/logs/facets', '/auditor/evidence']
    const names = ['from', 'to', 'limit', 'q', 'severity', 'tenant', 'field', 'sort', 'event_type', '__proto__', 'ip']
    return holds(
      60,
      fc.tuple(
        fc.constantFrom(...lists),
        fc.array(
          fc.tuple(
            fc.constantFrom(...names),
            value.map(v => (typeof v === 'string' ? v : JSON.stringify(v))),
          ),
          { maxLength: 4 },
        ),
      ),
      async ([list, pairs]) => {
        const query = pairs.map(([name, v]) => `${name}=${encodeURIComponent(v.toWellFormed())}`).join('&')
        await judged(() => admin.get(`${list}?${query}`))
      },
    )
  })
})

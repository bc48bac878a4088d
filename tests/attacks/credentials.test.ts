import { describe, expect, it } from '@jest/globals'
import { admin, anonymous, eventually } from '../acceptance/target.ts'

/** Answers of another process may be 5 s old (docs/architecture.md#identity). */
const SOON_MS = 20_000

const cookieOf = (answer: Awaited<ReturnType<typeof anonymous.get>>): string =>
  String(answer.headers['set-cookie']).split(';')[0]!

async function sessionOf(...roles: string[]) {
  const { body: account } = await admin.post('/service-accounts', { name: 'leaked', roles })
  const bearer = { authorization: `Bearer ${account.token}` }
  const opened = await anonymous.post('/session', undefined, bearer)
  return { account, bearer, cookie: cookieOf(opened), csrf: opened.body.csrf_token as string }
}

describe('a session that was opened with a leaked token', () => {
  it('is over when the token is replaced without overlap, and makes no new admin', async () => {
    const { account, bearer, cookie, csrf } = await sessionOf('admin')
    const rotated = await admin.post(`/service-accounts/${account.service_account_id}/rotate`, { overlap_seconds: 0 })
    expect(rotated.status).toBe(200)
    const grant = { name: 'heir', roles: ['admin'] }
    const after = await eventually(
      () => anonymous.post('/service-accounts', grant, { cookie, 'x-wardline-csrf': csrf }),
      a => a.status === 401,
      SOON_MS,
    )
    expect(after.status).toBe(401)
    expect(
      (
        await eventually(
          () => anonymous.get('/session', bearer),
          a => a.status === 401,
          SOON_MS,
        )
      ).status,
    ).toBe(401)
  })

  it('can be seen and ended by an admin of its tenant', async () => {
    const { account, cookie } = await sessionOf('analyst')
    const { body } = await admin.get('/sessions?limit=200')
    const open = body.items.find(
      (s: { principal?: { id: string } }) => s.principal?.id === account.service_account_id,
    ) as { session_id: string } | undefined
    expect(open).toBeDefined()
    expect((await admin.call('DELETE', `/sessions/${open!.session_id}`)).status).toBe(204)
    const after = await eventually(
      () => anonymous.get('/session', { cookie }),
      a => a.status === 401,
      SOON_MS,
    )
    expect(after.status).toBe(401)
  })

  it('is of no use to another site: no change without the token that only our pages read', async () => {
    const { cookie, csrf } = await sessionOf('admin', 'operator')
    const source = { name: 'forged', format: 'json' }
    const refused = [
      {},
      { 'x-wardline-csrf': 'x'.repeat(43) },
      { 'x-wardline-csrf': csrf, 'sec-fetch-site': 'cross-site' },
      { 'x-wardline-csrf': csrf, 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of refused) {
      const { status, body } = await anonymous.post('/log-sources', source, { cookie, ...headers })
      expect([status, body.code]).toEqual([403, 'csrf_token_invalid'])
    }
  })
})

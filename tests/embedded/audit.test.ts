import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance, temporaryDataDir } from '../../tools/instance/start.ts'
import { until } from '../support/until.ts'

interface Shown {
  readonly audit_id: string
  readonly position: number
  readonly operation: string
  readonly resource: { readonly id: string | null }
  readonly previous_digest: string | null
  readonly digest: string
}

/** The members that `listAuditRecords` names, in the API document's words on how to check a record. */
const COVERED =
  'audit_id at actor operation resource outcome status code request_id redaction_policy_id client previous_digest'.split(
    ' ',
  )

/** RFC 8785 for what audit records hold: objects of strings, whole numbers and null. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

const digestOf = (record: Shown): string =>
  createHash('sha256')
    .update(canonical(Object.fromEntries(Object.entries(record).filter(([name]) => COVERED.includes(name)))))
    .digest('hex')

/** A tenant's whole chain, the oldest record first. */
async function chain(api: ApiClient): Promise<Shown[]> {
  const records: Shown[] = []
  for (let cursor = ''; ; ) {
    const { body } = await api.get(`/audit-records?order=asc&limit=200${cursor}`)
    records.push(...body.items)
    if (body.next_cursor === null) return records
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
}

const dir = temporaryDataDir()
let instance: Instance | undefined
afterEach(async () => {
  await instance?.stop('SIGKILL')
  removeDataDir(dir)
})

async function start(): Promise<ApiClient> {
  instance = await startInstance({ dataDir: dir, env: { WARDLINE_RATE_LIMITS: 'off' } })
  return createApiClient(instance.apiUrl, { token: instance.adminToken })
}

describe('audit records after kill -9', () => {
  it('contain every change that was answered, in one unbroken chain that every reader can verify', async () => {
    const answered: string[] = []
    for (const atLeast of [20, 60]) {
      const api = await start()
      const workers = Array.from({ length: 8 }, async () => {
        for (;;) {
          const made = await api.post('/tickets', { title: 'x', description: 'x' }).catch(() => undefined)
          if (made?.status !== 201) return
          answered.push(made.body.ticket_id)
        }
      })
      await until(`${atLeast} answers`, () => answered.length >= atLeast, 60_000, 5)
      await instance?.stop('SIGKILL')
      await Promise.all(workers)
      await api.close()
    }

    const api = await start()
    const records = await chain(api)
    await api.close()
    const recorded = new Set(records.filter(r => r.operation === 'createTicket').map(r => r.resource.id))
    expect(answered.filter(id => !recorded.has(id))).toEqual([])
    expect(records.map(r => r.position)).toEqual(records.map((_, i) => i + 1))
    expect(records.map(r => r.previous_digest)).toEqual([null, ...records.slice(0, -1).map(r => r.digest)])
    expect(records.map(digestOf)).toEqual(records.map(r => r.digest))
  }, 120_000)
})

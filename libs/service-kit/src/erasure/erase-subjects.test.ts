import { describe, expect, it } from '@jest/globals'
import { createKeyring, PLATFORM_TENANT, seal } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { createMemoryRegistry } from '@wardline/ports/testing'
import { type ErasureOrderDoc, erasureOrders, erasureParts, type TicketDoc, tickets } from '@wardline/registries'
import { TENANT } from '../testing/index.ts'
import { eraseRecords } from './erase-records.ts'
import { type ErasureStep, eraseSubjects, erasureContext } from './erase-subjects.ts'

const keyring = createKeyring(new Uint8Array(32).fill(1))
const order = (pass: number): ErasureOrderDoc => ({
  id: 'ers_1',
  tenant_id: TENANT,
  subject_type: 'user',
  sealed_value: seal(keyring.key(TENANT, 'archive'), 'ann', erasureContext(TENANT, 'ers_1')),
  requested_at: '2026-01-02T00:00:00.000Z',
  pass,
})
const ticket = (n: number, title: string): TicketDoc => ({
  id: `tkt_${String(n).padStart(4, '0')}`,
  title,
  description: '',
  status: 'open',
  alert_id: null,
  assignee: null,
  created_by: 'x',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
})

const stepOf = (registry: Registry): ErasureStep =>
  eraseRecords(registry, tickets, 'tickets', (doc, { text }) => {
    const title = text.erasedFrom(doc.title)
    return title === doc.title ? undefined : title === '[erased]' ? null : { ...doc, title }
  })

function ready() {
  const registry = createMemoryRegistry()
  const parts = erasureParts['alert-projector']
  const step = stepOf(registry)
  const run = (steps: readonly ErasureStep[] = [step], signal = new AbortController().signal) =>
    eraseSubjects({ registry, keyring }, parts, steps).run({ signal })
  const part = async () => (await registry.read(parts, PLATFORM_TENANT, 'ers_1'))?.doc
  const give = async (pass: number) => {
    const before = await registry.read(erasureOrders, PLATFORM_TENANT, 'ers_1')
    await registry.write(erasureOrders, PLATFORM_TENANT, order(pass), { expect: before?.version ?? 'absent' })
  }
  const put = async (...docs: TicketDoc[]) => {
    for (const doc of docs) await registry.write(tickets, TENANT, doc, { expect: 'absent' })
  }
  const titles = async () => (await registry.list(tickets, TENANT, { limit: 1000 })).map(({ doc }) => doc.title)
  return { registry, step, run, part, give, put, titles }
}

describe("a service's part in an erasure", () => {
  it('goes through all its records, and again for each pass; it is gone with the order', async () => {
    const { registry, run, part, give, put, titles } = ready()
    const many = Array.from({ length: 250 }, (_, n) => ticket(n, n % 100 === 0 ? 'call Ann' : 'nobody'))
    await put(...many, ticket(900, 'ann'))
    await run()
    expect(await part()).toBeUndefined()
    await give(1)
    await run()
    expect(await part()).toMatchObject({ pass: 1, state: 'done', changed: { tickets: 4 } })
    expect((await titles()).filter(title => title !== 'nobody')).toEqual(Array(3).fill('call [erased]'))
    await put(ticket(901, 'ask ann'))
    await run()
    expect(await titles()).toContain('ask ann')
    await give(2)
    await run()
    expect(await part()).toMatchObject({ pass: 2, state: 'done', changed: { tickets: 5 } })
    expect(await titles()).not.toContain('ask ann')
    await registry.remove(erasureOrders, PLATFORM_TENANT, 'ers_1', 2)
    await run()
    expect(await part()).toBeUndefined()
  })

  it('goes on where it was when it was stopped, page by page', async () => {
    const { run, part, give, step } = ready()
    await give(1)
    const pages: (string | null)[] = []
    const paged: ErasureStep = {
      name: 'things',
      async page(_, after) {
        pages.push(after)
        if (pages.length === 2) throw new Error('the store is down')
        return { changed: 1, next: after === null ? 'a' : after === 'a' ? 'b' : null }
      },
    }
    await expect(run([paged, step])).rejects.toThrow('the store is down')
    expect(await part()).toMatchObject({ state: 'running', step: 0, after: 'a', changed: { things: 1 } })
    await run([paged, step])
    expect(pages).toEqual([null, 'a', 'a', 'b'])
    expect(await part()).toMatchObject({ state: 'done', changed: { things: 3, tickets: 0 } })
  })

  it('ends the same when two instances do it at once', async () => {
    const { run, part, give, put, titles } = ready()
    await put(...Array.from({ length: 150 }, (_, n) => ticket(n, 'call ann')))
    await give(1)
    await Promise.all([run(), run()])
    expect(await part()).toMatchObject({ state: 'done' })
    expect(new Set(await titles())).toEqual(new Set(['call [erased]']))
  })

  it.each([
    ['must now be removed', 'call ann', 'ann'],
    ['must now be changed', 'ann', 'call ann'],
    ['must now be left alone', 'ann', 'nobody'],
  ])('erases the subject from a record that has changed since it was listed, and %s', async (_, listed, stored) => {
    const { registry, put, run, give, part, titles } = ready()
    await put(ticket(1, listed))
    await give(1)
    const changing: Registry = {
      ...registry,
      async list(...asked: Parameters<Registry['list']>) {
        const page = await registry.list(...asked)
        await registry.write(tickets, TENANT, ticket(1, stored), { expect: 1 })
        return page
      },
    } as Registry
    await run([stepOf(changing)])
    expect(await titles()).toEqual(stored === 'nobody' ? ['nobody'] : stored === 'ann' ? [] : ['call [erased]'])
    expect(await part()).toMatchObject({ state: 'done', changed: { tickets: stored === 'nobody' ? 0 : 1 } })
  })

  it('stops between two pages when it is told to', async () => {
    const { run, part, give } = ready()
    await give(1)
    await expect(run(undefined, AbortSignal.abort())).rejects.toThrow()
    expect(await part()).toMatchObject({ state: 'running', after: null })
  })
})

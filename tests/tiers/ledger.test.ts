import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createFileArchive } from '@wardline/archive'
import type { TenantId } from '@wardline/kernel'
import { memoryWorld } from './kit.ts'
import type { World } from './world.ts'

describe('the ledger, recounted from the stores,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-ledger-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let world: World
  let tenant: TenantId
  let run = 0
  beforeEach(async () => {
    world = await memoryWorld(1, engines => ({ ...engines, archive: createFileArchive(join(folder, String(run++))) }))
    tenant = world.tenants[0] as TenantId
    expect(await world.recountLedger()).toBe(0)
  })

  it('does not miss an event whose subject was forgotten at once', async () => {
    const id = await world.deliver({ tenant, eventTime: world.clock.now(), user: 'alice' })
    await world.call('createLogErasure', tenant, { body: { subject: { type: 'user', value: 'alice' }, reason: 'r' } })
    await world.moveTiers()
    expect(await world.tierOf(tenant, id)).toBe('gone')
    expect(await world.recountLedger()).toBe(0)
  })

  it('reports an event that disappeared in any other way', async () => {
    await world.deliver({ tenant, eventTime: world.clock.now() })
    const [partition] = await world.index.partitions()
    if (partition) await world.index.drop(partition)
    expect(await world.recountLedger()).toBe(1)
  })
})

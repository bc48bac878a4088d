import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { PLATFORM_TENANT } from '@wardline/kernel'
import { oidcIssuers } from '@wardline/registries'
import { memoryPorts } from '@wardline/service-kit/testing'
import { openJournaled } from './service-journal.ts'

const root = mkdtempSync(join(tmpdir(), 'wardline-service-journal-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a registry with a journal', () => {
  it('raises an alarm while the journal cannot be written, and the alarm is over when it can be again', async () => {
    const { ports } = memoryPorts('gateway')
    const active = new Set<string>()
    const alarms = { raise: (name: string) => void active.add(name), clear: (name: string) => void active.delete(name) }
    const folder = join(root, 'journal')
    const { registry, close } = await openJournaled({ ...ports, alarms }, { folder, keepDays: 400, writer: 'gateway' })
    const write = (id: string) =>
      registry.write(oidcIssuers, PLATFORM_TENANT, { id } as never, { expect: 'absent' }).then(
        () => 'written',
        (error: { code: string }) => error.code,
      )
    expect([await write('a'), [...active]]).toEqual(['unavailable', ['revocation_journal']])
    mkdirSync(folder)
    expect([await write('b'), [...active]]).toEqual(['written', []])
    await close()
  })
})

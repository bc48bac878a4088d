import { describe, expect, it } from '@jest/globals'
import type { StorageStatus } from '@wardline/engines-embedded'
import { Problem } from '@wardline/kernel'
import { readStandaloneConfig } from './config.ts'
import { watchStorage, whatToFree } from './watch-storage.ts'

const MIB = 1_048_576
const ROOMY: StorageStatus = {
  level: 'enough',
  freeBytes: 5_000 * MIB,
  reserveBytes: 64 * MIB,
  heldBytes: 64 * MIB,
  busBytes: 0,
  busQuotaBytes: 100 * MIB,
}

async function seen(status: Partial<StorageStatus>) {
  const active = new Set<string>()
  const alarms = { raise: (name: string) => void active.add(name), clear: (name: string) => void active.delete(name) }
  const watch = await watchStorage({ storage: async () => ({ ...ROOMY, ...status }) }, alarms)
  watch.stop()
  return { remark: watch.remark(), alarms: [...active] }
}

describe('the watch over the storage', () => {
  it('says nothing while there is room', async () => {
    expect(await seen({})).toEqual({ remark: undefined, alarms: [] })
  })

  it('raises an alarm below 16 reserves, while nothing is refused yet', async () => {
    expect(await seen({ freeBytes: 1_000 * MIB })).toEqual({ remark: undefined, alarms: ['storage_low'] })
  })

  it.each([
    [{ level: 'logs_refused', freeBytes: 60 * MIB }, 'storage_full: logs are refused; free 21 MiB on the disk'],
    [{ level: 'reserve_only', freeBytes: 0 }, 'storage_full: only heartbeats, enrolments, revocations and audit'],
    [{ busBytes: 100 * MIB }, 'storage_full: logs are refused; the event log has reached WARDLINE_BUS_QUOTA_MIB'],
  ] as const)('names what is full and what to do: %j', async (status, remark) => {
    const { remark: said, alarms } = await seen(status)
    expect(said).toContain(remark)
    expect(alarms).toContain('storage_full')
  })
})

describe('a start that finds no room', () => {
  const config = readStandaloneConfig({ WARDLINE_DATA_DIR: '/srv/wardline' })
  it.each([
    [Object.assign(new Error('no space'), { code: 'ENOSPC' })],
    [Object.assign(new Error('full'), { errcode: 13 })],
    [new Problem('storage_full')],
  ])('says how much to free, and where: %s', error => {
    expect(whatToFree(error, config)).toMatchObject({
      name: 'StartFault',
      message: expect.stringMatching(
        /^the disk .* is full, .*: free 128 MiB on the disk of \/srv\/wardline, or enlarge it$/,
      ),
    })
  })

  it('leaves every other error as it is', () => {
    const other = new Error('other')
    expect(whatToFree(other, config)).toBe(other)
  })
})

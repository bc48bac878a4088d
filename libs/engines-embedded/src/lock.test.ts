import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from '@jest/globals'
import { openEmbedded } from './index.ts'
import { type TemporaryEngines, temporaryEngines } from './testing/temporary.ts'

const CHILD = fileURLToPath(new URL('./testing/crash-child.ts', import.meta.url))

describe('the data folder', () => {
  let harness: TemporaryEngines | undefined
  afterEach(() => harness?.close())

  it('is refused to a second process and to a second instance in this one, until it is closed', async () => {
    harness = await temporaryEngines()
    await expect(openEmbedded({ dataDir: harness.dataDir })).rejects.toThrow('in use')
    const child = spawnSync(process.execPath, [CHILD, harness.dataDir], { encoding: 'utf8' })
    expect(child.status).not.toBe(0)
    expect(child.stderr).toContain('in use')
    await harness.reopen()
  })
})

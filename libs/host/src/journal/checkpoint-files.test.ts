import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from '@jest/globals'
import { checkpointFiles } from './checkpoint-files.ts'

const root = mkdtempSync(join(tmpdir(), 'wardline-checkpoints-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('keeps the newest checkpoint of each log in a file that only its owner can read, for the next process', async () => {
  const folder = join(root, 'a/b')
  const files = checkpointFiles(folder)
  expect(await files.read('wardline/ten_a/audit')).toBeUndefined()
  await files.write('wardline/ten_a/audit', 'one\n')
  await files.write('wardline/ten_a/audit', 'two\n')
  await files.write('wardline/ten_a/evidence', 'three\n')
  expect(await checkpointFiles(folder).read('wardline/ten_a/audit')).toBe('two\n')
  expect(readdirSync(folder).sort()).toEqual(['wardline.ten_a.audit.checkpoint', 'wardline.ten_a.evidence.checkpoint'])
  expect(statSync(join(folder, 'wardline.ten_a.audit.checkpoint')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

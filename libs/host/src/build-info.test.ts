import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { PRODUCT_VERSION, readConfig } from '@wardline/kernel'
import { BUILD_SETTINGS, readBuildInfo } from './build-info.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const OTHER = 'f'.repeat(40)
let root: string
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wardline-build-'))
})
afterEach(() => rmSync(root, { recursive: true }))

describe('what runs', () => {
  it('is the release and the commit that is given', () => {
    put('.git/HEAD', OTHER)
    expect(readBuildInfo(COMMIT, root)).toEqual({ version: PRODUCT_VERSION, commit: '0123456789ab' })
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['that is checked out', { '.git/HEAD': `${COMMIT}\n` }],
    ['of the branch', { '.git/HEAD': 'ref: refs/heads/a/b\n', '.git/refs/heads/a/b': `${COMMIT}\n` }],
    [
      'of a packed branch',
      {
        '.git/HEAD': 'ref: refs/heads/b\n',
        '.git/packed-refs': `# x\n${OTHER} refs/heads/a/b\n${COMMIT} refs/heads/b\n`,
      },
    ],
    [
      'of a work tree',
      {
        '.git': 'gitdir: elsewhere/worktrees/w\n',
        'elsewhere/worktrees/w/HEAD': 'ref: refs/heads/b\n',
        'elsewhere/worktrees/w/commondir': '../..\n',
        'elsewhere/refs/heads/b': COMMIT,
      },
    ],
  ])('has the commit %s', (_what, files) => {
    for (const [path, text] of Object.entries(files)) put(path, text)
    expect(readBuildInfo(undefined, root).commit).toBe('0123456789ab')
  })

  it.each([undefined, 'ref: refs/heads/../../secret', 'ref: refs/heads/gone', 'no commit'])(
    'has an unknown commit where the repository says %j',
    head => {
      if (head !== undefined) put('.git/HEAD', head)
      expect(readBuildInfo(undefined, root).commit).toBe('unknown')
    },
  )

  it('is refused when WARDLINE_COMMIT is no commit, and may be unknown', () => {
    expect(() => readConfig({ WARDLINE_COMMIT: 'main' }, BUILD_SETTINGS)).toThrow(/WARDLINE_COMMIT/)
    expect(readBuildInfo(readConfig({ WARDLINE_COMMIT: 'unknown' }, BUILD_SETTINGS).WARDLINE_COMMIT, root).commit).toBe(
      'unknown',
    )
  })
})

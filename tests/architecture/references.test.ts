import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from '@jest/globals'
import { anchorsIn, danglingReferences, referringFiles } from '../../tools/architecture/references.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

describe('what code and documents refer to', () => {
  const files = referringFiles(ROOT)

  it('is checked as a whole', () => {
    expect(files.length).toBeGreaterThan(1_000)
    for (const file of ['README.md', 'docs/operating.md', 'openapi/logs.yaml', 'libs/kernel/src/problem.ts']) {
      expect(files).toContain(file)
    }
  })

  it('exists: every page, anchor, decision and file', () => {
    expect(danglingReferences(ROOT, files).map(r => `${r.file}:${r.line}: ${r.fault}`)).toEqual([])
  })
})

describe('the checker of references', () => {
  let root = ''
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  /** The faults of one file in a repository of three pages. */
  function faults(file: string, text: string): string[] {
    root = mkdtempSync(join(tmpdir(), 'wardline-references-'))
    const write = (path: string, content: string): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    }
    write('docs/page.md', '# A page\n\n## Its part, 2\n')
    write('docs/adr/0003-dependencies.md', '# 3. Dependencies\n')
    write('openapi/logs.yaml', 'paths: {}\n')
    write(file, text)
    return danglingReferences(root, [file]).map(r => `${r.line}: ${r.fault}`)
  }

  it('accepts what exists', () => {
    const comment = '// docs/page.md#its-part-2, ADR 3, openapi/logs.yaml\n'
    expect(faults('libs/a/src/a.ts', comment)).toEqual([])
    expect(faults('docs/other.md', '[a](page.md) [b](page.md#its-part-2) [c](https://example.org/x.md)\n')).toEqual([])
  })

  it.each<[string, string, string, RegExp]>([
    ['a page', 'libs/a/src/a.ts', '\n// docs/gone.md\n', /^2: docs\/gone\.md: there is no such page$/],
    ['an anchor', 'libs/a/src/a.ts', '// docs/page.md#gone\n', /^1: .*#gone: the page has no such heading$/],
    ['a decision', 'tests/a.test.ts', '// ADR 4\n', /^1: ADR 4: docs\/adr\/ has no decision of this number$/],
    ['an API document', 'libs/a/src/a.ts', '// openapi/gone.yaml\n', /^1: openapi\/gone\.yaml: there is no such file$/],
    ['a link', 'docs/other.md', 'text\n\n[a](gone.md)\n', /^3: docs\/gone\.md: there is no such page$/],
    [
      'a link to a part',
      'docs/other.md',
      '[a](page.md#gone)\n',
      /^1: docs\/page\.md#gone: the page has no such heading$/,
    ],
    ['a folder', 'docs/other.md', '`apps/gone/src`\n', /^1: apps\/gone\/src: there is no such file or folder$/],
    ['the design that is not here', 'libs/a/src/a.ts', '// design section 3\n', /^1: "design section 3": name docs/],
  ])('refuses %s that does not exist, with file and line', (_, file, text, expected) => {
    expect(faults(file, text)).toEqual([expect.stringMatching(expected)])
  })

  it('knows the anchors of headings', () => {
    const markdown = '# One, two\n## `move-tiers` & more\n## [A link](x.md)\n## One, two\n```sh\n# no heading\n```\n'
    expect([...anchorsIn(markdown)]).toEqual(['one-two', 'move-tiers--more', 'a-link', 'one-two-1'])
  })
})

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from '@jest/globals'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GUIDE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
const RECIPES = GUIDE.split(/^## (?=An? )/m).slice(1)

describe('the recipes of CONTRIBUTING.md', () => {
  it.each(RECIPES.map(recipe => [recipe.split('\n')[0], recipe] as const))(
    '%s: 15 lines at most, fences and empty lines apart',
    (_, recipe) => {
      expect(
        recipe
          .trim()
          .split('\n')
          .slice(1)
          .filter(line => line.trim() !== '').length,
      ).toBeLessThanOrEqual(20)
    },
  )
})

describe('the recipe for a rule', () => {
  const recipe = RECIPES.find(text => text.startsWith('A rule\n')) ?? ''
  const files = [...recipe.matchAll(/^```(?:yaml|json) (\S+)\n([\s\S]*?)^```/gm)].map(m => ({
    path: m[1]!,
    text: m[2]!,
  }))
  const command = recipe.match(/^```sh\n(.*)\n```/m)?.[1] ?? ''

  let copy = ''
  afterEach(() => rmSync(copy, { recursive: true, force: true }))

  /** Follows the recipe in a copy of the detector, and returns whether its command succeeds and what it prints. */
  async function carryOut(
    change: (text: string) => string,
  ): Promise<{ readonly ok: boolean; readonly printed: string }> {
    copy = mkdtempSync(join(tmpdir(), 'wardline-recipe-'))
    for (const name of ['package.json', 'jest.config.mjs', 'jest.transform.mjs'])
      cpSync(join(ROOT, name), join(copy, name))
    for (const name of ['package.json', 'src', 'rules']) {
      cpSync(join(ROOT, 'apps/detector', name), join(copy, 'apps/detector', name), { recursive: true })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    for (const { path, text } of files) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      writeFileSync(join(copy, path), change(text))
    }
    return new Promise(resolve => {
      execFile('bash', ['-c', command], { cwd: copy, timeout: 60_000 }, (error, stdout, stderr) =>
        resolve({ ok: error === null, printed: stdout + stderr }),
      )
    })
  }

  it('gives a rule that compiles and passes its examples', async () => {
    expect(files).toHaveLength(2)
    const { ok, printed } = await carryOut(text => text)
    expect(printed).toMatch(/PASS .*own-rules\.test\.ts/)
    expect(ok).toBe(true)
  }, 90_000)

  it('fails if an example does not match the rule', async () => {
    const { ok, printed } = await carryOut(text => text.replace('"chmod 777', '"chmod 600'))
    expect(printed).toContain('linux_passwd_made_writable.yml › alerts on example 1')
    expect(ok).toBe(false)
  }, 90_000)
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { ALARMS, METRICS } from '@wardline/service-kit'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const guide = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
const code = globSync('{apps,libs}/*/src/**/*.ts', { cwd: ROOT })
  .filter(file => !/\.test\.ts$|\/testing\//.test(file))
  .map(file => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(m => m[1]!))].sort()

/** The names in the first column of a section's table. */
const listed = (section: string): string[] => {
  const rows = guide.split(`## ${section}\n`)[1]?.split('\n## ')[0]?.split('\n| ').slice(1) ?? []
  return rows.flatMap(row => namesIn(row.split(' | ')[0] ?? '', /`([a-z_]+)`/g)).sort()
}

describe('docs/operating.md', () => {
  it('lists every metric in the code, and no others', () => {
    expect(listed('Metrics')).toEqual(Object.keys(METRICS).sort())
    const used = namesIn(code, /\b(?:metrics\.(?:count|gauge|observe)|declare)\(\s*'([a-z_]+)'/g)
    expect(Object.keys(METRICS).filter(name => !used.includes(name))).toEqual([])
  })

  it('lists every alarm', () => {
    const raised = namesIn(code, /alarms\.raise\(\s*'([a-z_]+)'/g)
    expect(raised).toEqual(Object.keys(ALARMS).sort())
    expect(listed('Alarms')).toEqual(raised)
  })
})

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { diagram, withDiagram } from '../../tools/architecture/diagram.ts'
import { readPackages } from '../../tools/architecture/package-graph.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')

describe('docs/architecture.md', () => {
  const page = read('docs/architecture.md')

  it('draws the packages and layers as they are; `npm run architecture:diagram` draws them again', () => {
    expect(page).toBe(withDiagram(page, diagram(readPackages(ROOT))))
  })

  it('stays a page that people read: at most 500 lines', () => {
    expect(page.split('\n').length).toBeLessThanOrEqual(500)
  })
})

describe('docs/adr/README.md', () => {
  const index = read('docs/adr/README.md')
  const files = globSync('docs/adr/[0-9]*.md', { cwd: ROOT }).map(path => path.replace('docs/adr/', ''))
  const numbers = files.map(file => Number(file.slice(0, 4))).sort((a, b) => a - b)

  it('lists every decision under its number', () => {
    expect(files.filter(file => !index.includes(`[${Number(file.slice(0, 4))}](${file})`))).toEqual([])
  })

  it('has one decision for each number, and says what became of numbers without one', () => {
    expect(new Set(numbers).size).toBe(numbers.length)
    const gone = Array.from({ length: numbers.at(-1) ?? 0 }, (_, i) => i + 1).filter(n => !numbers.includes(n))
    expect(gone.filter(n => !index.includes(`There is no number ${n}.`))).toEqual([])
  })
})

describe('README.md', () => {
  it('numbers the chapters of the demo as the demo does', () => {
    const order = [...read('tools/demo/main.ts').matchAll(/await (\w+)Chapter\(/g)].map(m => m[1])
    const titles = order.map(name => /story\.chapter\('([^']+)'\)/.exec(read(`tools/demo/${name}.ts`))?.[1])
    const shown = [...read('README.md').matchAll(/^(\d)\. (.+)$/gm)].map(m => [Number(m[1]), m[2]])
    expect(shown).toEqual(titles.map((title, i) => [i + 1, title]))
  })
})

describe('documents', () => {
  const pages = globSync(['*.md', '{docs,openapi,event-schemas,deploy}/**/*.md', '{apps,libs,tests,tools}/**/*.md'], {
    cwd: ROOT,
    exclude: name => /^(?:node_modules|dist)$/.test(name),
  })

  it('are checked as a whole', () => expect(pages.length).toBeGreaterThan(30))

  it('have lines of at most 120 characters, rows of tables apart', () => {
    const long = pages.flatMap(page =>
      read(page)
        .split('\n')
        .flatMap((line, i) => (line.length > 120 && !line.startsWith('|') ? [`${page}:${i + 1}: ${line.length}`] : [])),
    )
    expect(long).toEqual([])
  })
})

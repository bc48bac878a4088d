import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { SERVICES } from '@wardline/kernel'
import * as registries from '@wardline/registries'
import { fileCycles } from '../../tools/architecture/cycles.ts'
import { readPackages, readRootDevDependencies, readSources } from '../../tools/architecture/package-graph.ts'
import { collectionViolations, violations } from '../../tools/architecture/rules.ts'
import { describeViolation } from '../../tools/architecture/violation.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const packages = readPackages(ROOT)
const sources = ['apps', 'libs', 'tests', 'tools'].flatMap(folder => readSources(ROOT, folder))
const found = [...violations(packages, readRootDevDependencies(ROOT)), ...fileCycles(sources, packages)]

/** Violations of some rules as lines, so that a failure names file, line, and what to do. */
const of = (...rules: string[]): string[] => found.filter(v => rules.includes(v.rule)).map(describeViolation)

describe('the architecture of docs/architecture.md', () => {
  it('is checked as a whole', () => {
    expect(packages.length).toBeGreaterThan(15)
    expect(packages.flatMap(p => p.files).length).toBeGreaterThan(200)
  })

  it('a layer imports what it may, and no service imports another', () => {
    expect(of('layer')).toEqual([])
  })

  it('only the engines libraries are clients of engines', () => {
    expect(of('engine client')).toEqual([])
  })

  it('packages import one another by name, through their entries, and declare what they import', () => {
    expect(of('import outside the package', 'no such package', 'no such entry', 'undeclared dependency')).toEqual([])
  })

  it('no files import one another in a circle, types included', () => {
    expect(of('import cycle')).toEqual([])
  })

  it('no folders beside one another need one another', () => {
    expect(of('folder cycle')).toEqual([])
  })

  it('every collection is declared once and has one owner', () => {
    const collections = Object.values(registries).filter(
      (value): value is registries.Collection<registries.Document> =>
        typeof value === 'object' && value !== null && 'owner' in value && 'schemaVersion' in value,
    )
    expect(collections.length).toBeGreaterThan(5)
    expect(collectionViolations(collections, SERVICES)).toEqual([])
  })

  it('the environment is read in main.ts and config readers only; nobody prints', () => {
    expect(of('environment', 'console')).toEqual([])
  })

  it('files are short, named in kebab-case, and export by name', () => {
    expect(of('file length', 'file name', 'default export')).toEqual([])
  })

  it('no rule goes unreported', () => {
    const reported = [
      'layer',
      'engine client',
      'import outside the package',
      'no such package',
      'no such entry',
      'undeclared dependency',
      'import cycle',
      'folder cycle',
    ]
    const house = ['environment', 'console', 'file length', 'file name', 'default export']
    expect(found.filter(v => ![...reported, ...house].includes(v.rule))).toEqual([])
  })
})

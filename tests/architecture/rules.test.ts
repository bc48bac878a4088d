import { describe, expect, it } from '@jest/globals'
import { importsOf, type Package, withoutComments } from '../../tools/architecture/package-graph.ts'
import { collectionViolations, violations } from '../../tools/architecture/rules.ts'

/** A small workspace; `sources` are files of the package under test. */
function check(layer: string, sources: Record<string, string>, dependencies: string[] = []): string[] {
  const make = (name: string, itsLayer: string, files: Record<string, string> = {}, deps: string[] = []): Package => ({
    name: `@wardline/${name}`,
    folder: `libs/${name}`,
    layer: itsLayer,
    dependencies: new Set(deps),
    devDependencies: new Set(),
    entries: new Set(['.', './testing']),
    files: Object.entries(files).map(([path, text]) => ({ path: `libs/${name}/src/${path}`, text })),
  })
  const packages = [
    make('kernel', 'kernel'),
    make('http', 'http'),
    make('engines-embedded', 'engines'),
    make('gateway', 'service'),
    make('subject', layer, sources, dependencies),
  ]
  return violations(packages, new Set(['fast-check', '@jest/globals'])).map(v => v.rule)
}

const from = (specifier: string): string => `import { x } from '${specifier}'\n`

describe('the checker refuses', () => {
  it.each<[string, string, Record<string, string>, string[], string]>([
    [
      'a service that imports another',
      'service',
      { 'a.ts': from('@wardline/gateway') },
      ['@wardline/gateway'],
      'layer',
    ],
    [
      'a service that imports an engine',
      'service',
      { 'a.ts': from('@wardline/engines-embedded') },
      ['@wardline/engines-embedded'],
      'layer',
    ],
    [
      'a test of a service that imports an engine',
      'service',
      { 'a.test.ts': from('@wardline/engines-embedded') },
      ['@wardline/engines-embedded'],
      'layer',
    ],
    [
      'a type that is imported upwards',
      'ports',
      { 'a.ts': "import type { X } from '@wardline/http'\n" },
      ['@wardline/http'],
      'layer',
    ],
    ['a re-export upwards', 'events', { 'a.ts': "export * from '@wardline/http'\n" }, ['@wardline/http'], 'layer'],
    [
      'a dynamic import upwards',
      'redaction',
      { 'a.ts': "await import('@wardline/http')\n" },
      ['@wardline/http'],
      'layer',
    ],
    ['anything that the kernel imports', 'kernel', { 'a.ts': from('@wardline/http') }, ['@wardline/http'], 'layer'],
    ['a package without a layer', 'none', {}, [], 'layer'],
    ['SQLite outside the engines', 'service', { 'a.ts': from('node:sqlite') }, [], 'engine client'],
    ['Kafka in the host', 'host', { 'a.ts': from('kafkajs') }, ['kafkajs'], 'engine client'],
    [
      'OpenSearch in main.ts',
      'service',
      { 'main.ts': from('@opensearch-project/opensearch') },
      ['@opensearch-project/opensearch'],
      'engine client',
    ],
    ['an undeclared workspace package', 'service', { 'a.ts': from('@wardline/kernel') }, [], 'undeclared dependency'],
    ['an undeclared library', 'service', { 'a.ts': from('lodash/get') }, [], 'undeclared dependency'],
    ['a test library in code that ships', 'service', { 'a.ts': from('fast-check') }, [], 'undeclared dependency'],
    [
      'a path into another package',
      'service',
      { 'a.ts': from('../../kernel/src/ids.ts') },
      [],
      'import outside the package',
    ],
    [
      'an entry that is not exported',
      'service',
      { 'a.ts': from('@wardline/kernel/src/ids.ts') },
      ['@wardline/kernel'],
      'no such entry',
    ],
    [
      'a package that is not there',
      'service',
      { 'a.ts': from('@wardline/nothing') },
      ['@wardline/nothing'],
      'no such package',
    ],
    ['a default export', 'service', { 'a.ts': 'export default 1\n' }, [], 'default export'],
    ['a long file', 'service', { 'a.ts': 'x\n'.repeat(401) }, [], 'file length'],
    ['a name that is not kebab-case', 'service', { 'readConfig.ts': '' }, [], 'file name'],
    ['a look at the environment', 'service', { 'a.ts': 'const p = process.env.PORT\n' }, [], 'environment'],
    ['a service with the whole log index', 'service', { 'a.ts': 'let index: LogIndex\n' }, [], 'log grants'],
    ['a print', 'http', { 'a.ts': 'console.log(1)\n' }, [], 'console'],
  ])('%s', (_name, layer, sources, dependencies, rule) => {
    expect(check(layer, sources, dependencies)).toContain(rule)
  })

  it('a collection of two declarations, or of nobody', () => {
    const rules = (...collections: [string, string][]) =>
      collectionViolations(
        collections.map(([name, owner]) => ({ name, owner })),
        ['gateway', 'ingest'],
      ).map(v => v.detail)
    expect(rules(['tenants', 'gateway'], ['log_sources', 'ingest'])).toEqual([])
    expect(rules(['tenants', 'gateway'], ['tenants', 'ingest'])).toEqual(['declared twice'])
    expect(rules(['tenants', 'nobody'])).toEqual(['nobody is no service'])
  })
})

describe('the checker accepts', () => {
  it.each<[string, string, Record<string, string>, string[]]>([
    [
      'a service on its libraries',
      'service',
      { 'a.ts': from('@wardline/http') + from('./b.ts') + from('node:crypto') },
      ['@wardline/http'],
    ],
    [
      'main.ts choosing an engine',
      'service',
      { 'main.ts': `${from('@wardline/engines-embedded')}process.env.X; console.log(1)\n` },
      ['@wardline/engines-embedded'],
    ],
    ['standalone importing services', 'standalone', { 'a.ts': from('@wardline/gateway') }, ['@wardline/gateway']],
    ['SQLite in an engine', 'engines', { 'a.ts': from('node:sqlite') }, []],
    ['a test library in a test', 'service', { 'a.test.ts': from('fast-check') }, []],
    ['words in comments', 'service', { 'a.ts': '// console.log(1)\n/* process.env */\n' }, []],
    ['the environment in a config reader', 'service', { 'config.ts': 'readConfig(process.env)\n' }, []],
  ])('%s', (_name, layer, sources, dependencies) => {
    expect(check(layer, sources, dependencies)).toEqual([])
  })
})

describe('reading imports', () => {
  it('finds every form, once', () => {
    const text =
      "import a, {\n  b,\n} from 'x'\nimport type { T } from 'y'\nimport 'z'\nexport { q } from 'x'\nawait import('w')\n"
    expect(importsOf(text)).toEqual(['x', 'y', 'z', 'w'])
  })

  it('takes no other word for one', () => {
    expect(
      importsOf("Buffer.from('x')\nconst q = ['from', 'to']\nconst r = { from: 'x' }\nArray.from ('y')\n"),
    ).toEqual([])
  })

  it('skips comments and keeps addresses', () => {
    expect(withoutComments("a('https://x') // b\n/* c\n */d")).toBe("a('https://x') \nd")
  })
})

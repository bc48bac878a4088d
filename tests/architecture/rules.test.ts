import { describe, expect, it } from '@jest/globals'
import { fileCycles, folderCycles } from '../../tools/architecture/cycles.ts'
import { importsOf, withoutComments } from '../../tools/architecture/imports.ts'
import type { Package } from '../../tools/architecture/package-graph.ts'
import { collectionViolations, violations } from '../../tools/architecture/rules.ts'
import { describeViolation } from '../../tools/architecture/violation.ts'

function make(name: string, layer: string, files: Record<string, string> = {}, deps: string[] = []): Package {
  return {
    name: `@wardline/${name}`,
    folder: `libs/${name}`,
    layer,
    dependencies: new Set(deps),
    devDependencies: new Set(),
    entries: new Map([
      ['.', `libs/${name}/src/index.ts`],
      ['./testing', `libs/${name}/src/testing/index.ts`],
    ]),
    files: Object.entries(files).map(([path, text]) => ({ path: `libs/${name}/src/${path}`, text })),
  }
}

/** What is found in a small workspace; `sources` are files of the package under test. */
function look(layer: string, sources: Record<string, string>, dependencies: string[] = []) {
  const packages = [
    make('kernel', 'kernel'),
    make('http', 'http'),
    make('engines-embedded', 'engines'),
    make('gateway', 'service'),
    make('subject', layer, sources, dependencies),
  ]
  return violations(packages, new Set(['fast-check', '@jest/globals']))
}

const check = (...workspace: Parameters<typeof look>): string[] => look(...workspace).map(v => v.rule)

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
      )
    expect(rules(['tenants', 'gateway'], ['log_sources', 'ingest'])).toEqual([])
    expect(rules(['tenants', 'gateway'], ['tenants', 'ingest'])).toEqual([
      expect.stringMatching(/^tenants is declared twice\./),
    ])
    expect(rules(['tenants', 'nobody'])).toEqual([expect.stringMatching(/^tenants: nobody is no service\./)])
  })
})

describe('a violation names file, line, and what to do', () => {
  it.each<[string, string, Record<string, string>, string[], RegExp]>([
    [
      'an import across a boundary',
      'service',
      { 'a.ts': "import { x } from './b.ts'\n\nimport type {\n  Y,\n} from '@wardline/gateway'\n" },
      ['@wardline/gateway'],
      /^libs\/subject\/src\/a\.ts:5: a package of layer service may not import @wardline\/gateway of layer service\. Import from kernel, /,
    ],
    [
      'an undeclared dependency',
      'service',
      { 'a.ts': `/* a\n comment */\n${from('lodash')}` },
      [],
      /^libs\/subject\/src\/a\.ts:3: lodash is not declared\. Add it to the dependencies of libs\/subject\/package\.json\.$/,
    ],
    [
      'a look at the environment',
      'service',
      { 'a.ts': 'const a = 1\nconst p = process.env.PORT\n' },
      [],
      /^libs\/subject\/src\/a\.ts:2: the environment is read\. Read it in main\.ts or config\.ts and pass it on\.$/,
    ],
    [
      'a long file',
      'service',
      { 'a.ts': 'x\n'.repeat(500) },
      [],
      /^libs\/subject\/src\/a\.ts:401: 500 lines, 400 at most\. Split the file\.$/,
    ],
  ])('%s', (_name, layer, sources, dependencies, message) => {
    expect(look(layer, sources, dependencies).map(describeViolation)).toEqual([expect.stringMatching(message)])
  })
})

describe('a cycle of files is refused', () => {
  const cycles = (sources: Record<string, string>) =>
    fileCycles(make('subject', 'service', sources).files, []).map(describeViolation)

  it('with the way around it', () => {
    expect(
      cycles({
        'a.ts': `\n${from('./b.ts')}`,
        'b.ts': from('./c/d.ts'),
        'c/d.ts': from('../a.ts'),
        'e.ts': from('./a.ts'),
      }),
    ).toEqual([
      'libs/subject/src/a.ts:2: files import one another in a circle: libs/subject/src/a.ts:2 -> libs/subject/src/b.ts:1 -> ' +
        'libs/subject/src/c/d.ts:1 -> libs/subject/src/a.ts. Move what both need into a file that imports neither.',
    ])
  })

  it('of types only', () => {
    expect(
      cycles({ 'a.ts': "import type { B } from './b.ts'\n", 'b.ts': "import type { A } from './a.ts'\n" }),
    ).toHaveLength(1)
  })

  it('of a file with itself, of re-exports, and through the package entry', () => {
    expect(cycles({ 'a.ts': from('./a.ts') })).toHaveLength(1)
    expect(cycles({ 'index.ts': "export * from './a.ts'\n", 'a.ts': from('./index.ts') })).toHaveLength(1)
    const p = make('subject', 'service', { 'index.ts': "export * from './a.ts'\n", 'a.ts': from('@wardline/subject') })
    expect(fileCycles(p.files, [p])).toHaveLength(1)
  })

  it('each knot once, and a diamond not at all', () => {
    const twoKnots = { 'a.ts': from('./b.ts'), 'b.ts': from('./a.ts'), 'c.ts': from('./d.ts'), 'd.ts': from('./c.ts') }
    expect(cycles(twoKnots)).toHaveLength(2)
    expect(
      cycles({ 'a.ts': from('./b.ts') + from('./c.ts'), 'b.ts': from('./d.ts'), 'c.ts': from('./d.ts'), 'd.ts': '' }),
    ).toEqual([])
  })
})

describe('a cycle of sibling folders is refused', () => {
  const cycles = (sources: Record<string, string>) =>
    folderCycles(make('subject', 'service', sources)).map(describeViolation)
  const there = { 'x/a.ts': from('../y/b.ts'), 'y/b.ts': '', 'y/c.ts': `\n\n${from('../x/d.ts')}`, 'x/d.ts': '' }

  it('though no files import one another in a circle', () => {
    expect(fileCycles(make('subject', 'service', there).files, [])).toEqual([])
    expect(cycles(there)).toEqual([
      'libs/subject/src/x/a.ts:1: the folders x/, y/ of libs/subject/src/ need one another: x/a.ts:1 imports y/b.ts; ' +
        'y/c.ts:3 imports x/d.ts. Move one of these files to the folder that it serves, or what both need to a folder of its own.',
    ])
    expect(check('service', there)).toEqual(['folder cycle'])
  })

  it('at every depth, and of three', () => {
    expect(cycles({ 'z/x/a.ts': from('../y/b.ts'), 'z/y/b.ts': '', 'z/y/c.ts': from('../x/a.ts') })).toHaveLength(1)
    const three = {
      'x/a.ts': from('../y/b.ts'),
      'y/b.ts': from('../z/c.ts'),
      'z/c.ts': '',
      'z/d.ts': from('../x/e.ts'),
      'x/e.ts': '',
    }
    expect(cycles(three)).toHaveLength(1)
  })

  it('but tests, and files beside the folders, may reach anywhere', () => {
    expect(cycles({ ...there, 'y/c.ts': '', 'y/c.test.ts': from('../x/d.ts') })).toEqual([])
    expect(cycles({ 'x/a.ts': from('../config.ts'), 'config.ts': from('./x/b.ts'), 'x/b.ts': '' })).toEqual([])
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
    expect(importsOf(text)).toEqual([
      { specifier: 'x', line: 3 },
      { specifier: 'y', line: 4 },
      { specifier: 'z', line: 5 },
      { specifier: 'w', line: 7 },
    ])
  })

  it('takes no other word for one', () => {
    expect(
      importsOf("Buffer.from('x')\nconst q = ['from', 'to']\nconst r = { from: 'x' }\nArray.from ('y')\n"),
    ).toEqual([])
  })

  it('skips comments and keeps addresses', () => {
    expect(withoutComments("a('https://x') // b\n/* c\n */d")).toBe("a('https://x') \n\nd")
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { type Bom, type Component, productOf, readBom } from '../../tools/sbom/bom.ts'
import { ALLOWED, ALLOWED_FOR_TOOLS, judgeLicenses, reportText } from '../../tools/sbom/licenses.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
interface Locked {
  readonly version?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
}
const lock = (JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> })
  .packages

let all: Bom
beforeAll(() => {
  all = readBom(ROOT)
}, 60_000)
const names = (bom: Bom): Set<string> => new Set(bom.components.map(one => one['bom-ref']))

describe('the bill of materials', () => {
  it('is CycloneDX, of this release and commit', () => {
    expect(all).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'wardline' } } })
    expect(all.metadata.component.properties?.find(p => p.name === 'wardline:commit')?.value).toMatch(/^\w{7,12}$/)
  })

  it('has every installed package that runs, and none that only tools and tests use', () => {
    const packages = Object.entries(lock).flatMap(([path, one]) => {
      const name = path.split('node_modules/').at(-1)
      return path.includes('node_modules/') && !one.link && existsSync(join(ROOT, path))
        ? [{ named: `${name}@${one.version}`, runs: !one.dev && !one.devOptional, tool: one.dev === true }]
        : []
    })
    const listed = names(productOf(all))
    const runs = new Set(packages.filter(one => one.runs).map(one => one.named))
    expect([...runs].filter(named => !listed.has(named))).toEqual([])
    const tools = packages.filter(one => one.tool && !runs.has(one.named)).map(one => one.named)
    expect(tools.filter(named => listed.has(named))).toEqual([])
    for (const wanted of ['express', 'kafkajs', 'undici', 'react', '@opentelemetry/sdk-trace'])
      expect([...listed].some(named => named.startsWith(`${wanted}@`))).toBe(true)
    expect([...listed].some(named => /^(jest|nx)@/.test(named))).toBe(false)
  })

  it('says what depends on what, within what it lists', () => {
    const product = productOf(all)
    const refs = new Set([product.metadata.component['bom-ref'], ...product.components.map(one => one['bom-ref'])])
    const named = product.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn])
    expect(named.filter(ref => !refs.has(ref))).toEqual([])
    expect(product.dependencies.find(({ ref }) => ref.startsWith('express@'))?.dependsOn?.length).toBeGreaterThan(5)
  })
})

describe('the licences', () => {
  it('of what we deliver are all known and allowed', () => {
    const report = judgeLicenses(productOf(all), ALLOWED)
    expect(report.faults).toEqual([])
    expect(reportText(report)).toMatch(/^MIT \(\d+\)\n {2}/)
  })

  it('of tools and tests are, too', () => expect(judgeLicenses(all, ALLOWED_FOR_TOOLS).faults).toEqual([]))

  it.each<[string, Component['licenses'], string[]]>([
    ['none', undefined, ['x@1 does not say its licence']],
    ['a text of its own', [{ license: { name: 'SEE LICENSE' } }], ['x@1 does not say its licence']],
    ['a forbidden one', [{ license: { id: 'AGPL-3.0-only' } }], ['x@1: AGPL-3.0-only is not allowed']],
    ['a choice', [{ expression: '(GPL-2.0-only OR MIT)' }], []],
    ['two at once', [{ expression: 'MIT AND GPL-2.0-only' }], ['x@1: MIT AND GPL-2.0-only is not allowed']],
    [
      'two entries',
      [{ license: { id: 'MIT' } }, { license: { id: 'GPL-2.0-only' } }],
      ['x@1: MIT AND GPL-2.0-only is not allowed'],
    ],
    ['no licence at all', [{ expression: 'UNLICENSED' }], ['x@1: UNLICENSED is not allowed']],
  ])('are judged by what they allow: %s', (_what, licenses, faults) => {
    const component: Component = { 'bom-ref': 'x@1', name: 'x', version: '1', ...(licenses && { licenses }) }
    expect(judgeLicenses({ ...all, components: [component] }, ALLOWED).faults).toEqual(faults)
  })
})

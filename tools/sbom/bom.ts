// What Wardline is made of, as CycloneDX. npm makes the list, from what is installed and without a network.
import { execFileSync } from 'node:child_process'
import { readBuildInfo } from '@wardline/host'

export interface Component {
  /** `<name>@<version>`. */
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly licenses?: readonly (
    | { readonly expression: string }
    | { readonly license: { id?: string; name?: string } }
  )[]
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

export interface Bom {
  readonly bomFormat: 'CycloneDX'
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

/** Everything that is installed, tools and tests included. @throws Error when what is installed is not what the lock file says. */
export function readBom(root: string): Bom {
  const npm = process.env.npm_execpath
  const args = ['sbom', '--sbom-format', 'cyclonedx']
  const [program, all] = npm === undefined ? ['npm', args] : [process.execPath, [npm, ...args]]
  const text = execFileSync(program, all, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const bom = JSON.parse(text) as Bom
  const { commit } = readBuildInfo(process.env.WARDLINE_COMMIT)
  const { component } = bom.metadata
  const properties = [...(component.properties ?? []), { name: 'wardline:commit', value: commit }]
  return {
    ...bom,
    metadata: { ...bom.metadata, component: { ...ours(component), properties } },
    components: bom.components.map(one => (isOurs(one) ? ours(one) : one)),
  }
}

const isOurs = (one: Component): boolean => one['bom-ref'].startsWith('@wardline/')

/** npm calls a package of ours as its folder is called, and knows no licence of it. */
const ours = (one: Component): Component => ({
  ...one,
  name: one['bom-ref'].replace(/@[^@]*$/, ''),
  licenses: [{ license: { id: 'Apache-2.0' } }],
})

/**
 * Only what runs. `npm sbom --omit dev` is of no use here: it leaves out whatever is also a tool of some package, ajv
 * and undici among them.
 */
export function productOf(bom: Bom): Bom {
  const components = bom.components.filter(one => !isForDevelopment(one))
  const kept = new Set([bom.metadata.component['bom-ref'], ...components.map(one => one['bom-ref'])])
  return {
    ...bom,
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(other => kept.has(other)) })),
  }
}

/** What an install script has put there (Node itself) npm calls extraneous, and a tool too, which it is not. */
const isForDevelopment = (one: Component): boolean => is(one, 'development') && !is(one, 'extraneous')
const is = ({ properties = [] }: Component, what: string): boolean =>
  properties.some(({ name, value }) => name === `cdx:npm:package:${what}` && value === 'true')

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const HELM_FOLDER = fileURLToPath(new URL('../../deploy/helm', import.meta.url))
/** The folder of the chart. */
export const CHART = join(HELM_FOLDER, 'wardline')
/** Values files of three kinds of installation: the examples that people copy, and what the goldens are rendered of. */
export const EXAMPLES = globSync('examples/*.yaml', { cwd: HELM_FOLDER })
  .sort()
  .map(file => ({ name: basename(file, '.yaml'), file: join(HELM_FOLDER, file) }))
/** The release of Kubernetes that the tests render the chart for. */
export const KUBERNETES = '1.31.0'

/** Where `npm run chart:helm` puts it. */
export const OWN_HELM = join(homedir(), '.cache/wardline/bin/helm')
/** `WARDLINE_HELM`, the one on the path, or the one that was built for these tests; undefined if there is none. */
export function findHelm(named: string | undefined): string | undefined {
  const candidates = named ? [named] : ['helm', ...(existsSync(OWN_HELM) ? [OWN_HELM] : [])]
  return candidates.find(helm => spawnSync(helm, ['version']).status === 0)
}

export interface HelmAnswer {
  readonly ok: boolean
  readonly stdout: string
  readonly stderr: string
}
/** What `helm template` makes of the chart. */
export function template(helm: string, args: readonly string[], release = 'wardline'): HelmAnswer {
  const all = ['template', release, CHART, '--namespace', 'security', '--kube-version', KUBERNETES, ...args]
  const { status, stdout, stderr } = spawnSync(helm, all, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  return { ok: status === 0, stdout, stderr }
}

/** Files that goldens name instead of repeating them: they change often, and have tests of their own. */
export const NAMED = [
  { kind: 'PrometheusRule', member: 'spec', text: '(alerts.yaml)' },
  { kind: 'ConfigMap', member: 'data', text: '(dashboards/*.json)' },
] as const

const versionOf = (chart: string): string => (parse(chart) as { readonly version: string }).version
const VERSION = '<version>'

/** A golden from what Helm has rendered: without versions, and without the contents of files of `NAMED`. */
export function golden(rendered: string): string {
  const version = versionOf(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'))
  const documents = rendered.split(/^---\n/m).filter(d => d.trim() !== '')
  const named = documents.map(document => {
    const found = NAMED.find(({ kind }) => document.includes(`\nkind: ${kind}\n`))
    return found
      ? document.replace(new RegExp(`^${found.member}:[^]*`, 'm'), `${found.member}: ${found.text}\n`)
      : document
  })
  const texts = named.map(d => d.replaceAll(version, VERSION).replaceAll(/[ \t]+$/gm, ''))
  return `# What Helm makes of deploy/helm/examples; \`npm run chart:render\` writes it.\n# chart: ${chartDigest()}\n${texts.map(t => `---\n${t}`).join('')}`
}

/**
 * Changes when anything changes that a golden is made of. So a golden that was forgotten is found where there is no Helm
 * too.
 */
export function chartDigest(): string {
  const files = globSync('{wardline/templates/*,wardline/{Chart,values}.yaml,wardline/values.schema.json,examples/*}', {
    cwd: HELM_FOLDER,
  })
  const digest = createHash('sha256')
  for (const file of files.sort()) {
    const text = readFileSync(join(HELM_FOLDER, file), 'utf8')
    const release = basename(file) === 'Chart.yaml' ? versionOf(text) : undefined
    digest.update(`${file}\n${release === undefined ? text : text.replaceAll(release, VERSION)}\n`)
  }
  return digest.digest('hex')
}

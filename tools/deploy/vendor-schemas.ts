// Writes tests/deploy/fixtures/kubernetes-<version>.json: the schemas of the kinds that the chart makes, and of what they
// are made of, without descriptions. `node tools/deploy/vendor-schemas.ts <folder>`, where the folder is
// `kubernetes_validate/kubernetes-json-schema` of the PyPI package kubernetes-validate (Apache-2.0), unpacked. With
// `--compose <file>` also tests/deploy/fixtures/compose-spec.json, from schema/compose-spec.json of the Go module
// github.com/compose-spec/compose-go/v2 (Apache-2.0).
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { compose: { type: 'string' } } })
const [source] = positionals
if (!source) throw new Error('name the folder of the schemas')

/** The oldest release that Chart.yaml admits, and the newest that there is. */
const RELEASES = ['1.27.0', '1.37.0']
const KINDS = {
  'v1/ConfigMap': 'io.k8s.api.core.v1.ConfigMap',
  'v1/PersistentVolumeClaim': 'io.k8s.api.core.v1.PersistentVolumeClaim',
  'v1/Service': 'io.k8s.api.core.v1.Service',
  'apps/v1/Deployment': 'io.k8s.api.apps.v1.Deployment',
  'autoscaling/v2/HorizontalPodAutoscaler': 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  'networking.k8s.io/v1/NetworkPolicy': 'io.k8s.api.networking.v1.NetworkPolicy',
  'policy/v1/PodDisruptionBudget': 'io.k8s.api.policy.v1.PodDisruptionBudget',
}

type Json = { readonly [name: string]: unknown }
const POINTER = '#/$defs/'

const fixture = (name: string): string => fileURLToPath(new URL(`../../tests/deploy/fixtures/${name}`, import.meta.url))

/** A schema without its descriptions and Kubernetes' own keywords, and with references into this file. */
function bare(schema: unknown, needed: (name: string) => void, named = false): unknown {
  if (Array.isArray(schema)) return schema.map(s => bare(s, needed))
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema as Json).flatMap(([key, value]): [string, unknown][] => {
    if (!named && (key === 'description' || key.startsWith('x-kubernetes-'))) return []
    if (key !== '$ref' || typeof value !== 'string') return [[key, bare(value, needed, key === 'properties')]]
    const at = value.indexOf(POINTER)
    if (at < 0) return [[key, value]]
    const name = value.slice(at + POINTER.length)
    needed(name)
    return [[key, POINTER + name]]
  })
  return Object.fromEntries(kept)
}

for (const release of RELEASES) {
  const file = join(source, `v${release}-local-strict/_definitions.json`)
  const all = (JSON.parse(readFileSync(file, 'utf8')) as { $defs: Json }).$defs
  const $defs: Record<string, unknown> = {}
  const open = Object.values(KINDS)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name in $defs) continue
    if (!(name in all)) throw new Error(`${file} has no ${name}`)
    $defs[name] = {}
    $defs[name] = bare(all[name], n => void open.push(n))
  }
  const kinds = Object.fromEntries(Object.entries(KINDS).map(([kind, name]) => [kind, { $ref: POINTER + name }]))
  const $comment = `Kubernetes ${release}, Apache-2.0, from the PyPI package kubernetes-validate; made by tools/deploy/vendor-schemas.ts`
  const target = fixture(`kubernetes-${release}.json`)
  writeFileSync(target, `${JSON.stringify({ $comment, kinds, $defs: sorted($defs) })}\n`)
  console.log(`${target}: ${Object.keys($defs).length} definitions`)
}

function sorted<T>(map: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
}

if (values.compose) {
  const { $id: _, id: __, ...schema } = bare(JSON.parse(readFileSync(values.compose, 'utf8')), () => {}) as Json
  const $comment =
    'The Compose Specification, Apache-2.0, from the Go module compose-go/v2; made by tools/deploy/vendor-schemas.ts'
  writeFileSync(fixture('compose-spec.json'), `${JSON.stringify({ $comment, ...schema })}\n`)
}

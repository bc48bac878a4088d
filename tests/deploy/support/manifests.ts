// The goldens as objects, read as Kubernetes reads them (YAML 1.1: 0440 is octal).
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { CHART, NAMED } from '../../../tools/deploy/chart.ts'

const FOLDER = fileURLToPath(new URL('../goldens', import.meta.url))

type Labels = Readonly<Record<string, string>>
export interface Container {
  readonly name: string
  readonly args: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } }
  readonly securityContext: object
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[]
}
export interface Pod {
  readonly initContainers?: readonly Container[]
  readonly containers: readonly Container[]
  readonly volumes: readonly { readonly name: string }[]
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: object
}
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: Labels }
  readonly spec: {
    readonly replicas?: number
    readonly minReplicas?: number
    readonly selector: Labels & { readonly matchLabels: Labels }
    readonly template: {
      readonly metadata: { readonly labels: Labels; readonly annotations?: Labels }
      readonly spec: Pod
    }
    readonly scaleTargetRef: { readonly name: string }
    readonly metrics: readonly {
      readonly external: {
        readonly metric: { readonly name: string; readonly selector: { readonly matchLabels: Labels } }
      }
    }[]
    readonly podSelector: { readonly matchLabels: Labels }
    readonly policyTypes: readonly string[]
    readonly ingress: readonly {
      readonly ports: readonly { readonly port: string }[]
      readonly from?: readonly object[]
    }[]
    readonly egress?: readonly {
      readonly ports: readonly { readonly port: string | number }[]
      readonly to?: readonly { readonly ipBlock?: { readonly cidr: string } }[]
    }[]
    readonly ports: readonly { readonly name: string; readonly targetPort: string }[]
    readonly clusterIP?: string
    readonly podMetricsEndpoints: readonly { readonly port: string }[]
  }
  readonly data?: Labels
}

const named: Readonly<Record<string, () => object>> = {
  PrometheusRule: () => parse(readFileSync(join(CHART, 'alerts.yaml'), 'utf8')) as object,
  ConfigMap: () =>
    Object.fromEntries(
      globSync(join(CHART, 'dashboards/*.json')).map(file => [basename(file), readFileSync(file, 'utf8')]),
    ),
}

/** The manifests in YAML text, with the files that a golden only names. */
export function manifestsOf(text: string): readonly Manifest[] {
  const all = parseAllDocuments(text, { version: '1.1' }).map(d => d.toJS() as Manifest | null)
  return all.flatMap(manifest => {
    if (manifest === null) return []
    const file = NAMED.find(n => n.kind === manifest.kind && (manifest as never)[n.member] === n.text)
    return [file ? { ...manifest, [file.member]: named[file.kind]!() } : manifest]
  })
}

export const goldenText = (name: string): string => readFileSync(join(FOLDER, `${name}.yaml`), 'utf8')
export const goldenNames = (): readonly string[] => globSync('*.yaml', { cwd: FOLDER }).map(f => basename(f, '.yaml'))

import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readDistributedConfig } from '@wardline/engines-distributed'
import { HOST_SETTINGS, readInternalListener } from '@wardline/host'
import { readConfig, SERVICES } from '@wardline/kernel'
import { parseAllDocuments } from 'yaml'
import { readGatewayConfig } from '../../apps/gateway/src/process/gateway-config.ts'

const CHART = fileURLToPath(new URL('../../deploy/helm/wardline', import.meta.url))
const helm = process.env.WARDLINE_HELM ?? 'helm'
const installed = spawnSync(helm, ['version']).status === 0
if (!installed) console.warn('SKIPPED: there is no helm (WARDLINE_HELM names one); the chart is not rendered')

const GIVEN: Readonly<Record<string, string>> = {
  'masterKey.existingSecret': 'master',
  'internal.plaintext': 'true',
  'engines.kafka.brokers': 'kafka:9092',
  'engines.schemaRegistry.url': 'http://registry:8080/apis/ccompat/v7',
  'engines.mongodb.url': 'mongodb://mongodb:27017/?replicaSet=rs0',
  'engines.opensearch.url': 'http://opensearch:9200',
  'gateway.hostnames': '{agents.example}',
}
const EVERYTHING = {
  'archive.create': 'true',
  'rules.configMap': 'rules',
  egressAllow: 'mdm.internal:443',
  'gateway.publicUrl': 'https://console.example',
  'connectionSecrets.existingSecret': 'connections',
  'engines.existingSecret': 'engines',
  'metrics.serviceMonitor': 'true',
  'metrics.rules': 'true',
  'metrics.dashboards': 'true',
}

interface Container {
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly securityContext: object
  readonly readinessProbe: object
  readonly livenessProbe: object
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[]
}
interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly Container[]
        readonly volumes: readonly { readonly name: string }[]
        readonly securityContext: object
      }
    }
    readonly ingress: readonly {
      readonly ports: readonly { readonly port: string }[]
      readonly from?: readonly object[]
    }[]
    readonly egress?: readonly {
      readonly ports: readonly { readonly port: string | number }[]
      readonly to?: readonly { readonly ipBlock?: { readonly cidr: string } }[]
    }[]
    readonly policyTypes: readonly string[]
    readonly ports: readonly { readonly name: string }[]
  }
}

function render(values: Readonly<Record<string, string>>) {
  const set = Object.entries(values).flatMap(([key, value]) => ['--set', `${key}=${value}`])
  const { status, stdout, stderr } = spawnSync(helm, ['template', 'w', CHART, '--kube-version', '1.31.0', ...set], {
    encoding: 'utf8',
  })
  const manifests = status === 0 ? parseAllDocuments(stdout).flatMap(d => (d.toJS() ? [d.toJS() as Manifest] : [])) : []
  return {
    status,
    stderr,
    manifests,
    named: (kind: string, name: string) =>
      manifests.find(m => m.kind === kind && m.metadata.name === `w-${name}`) as Manifest,
  }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wardline-helm-'))
  writeFileSync(join(folder, 'key'), Buffer.alloc(32, 1).toString('base64'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const described = installed ? describe : describe.skip
described('the Helm chart', () => {
  const containerOf = (service: string, values: Readonly<Record<string, string>>): Container =>
    render({ ...GIVEN, ...values }).named('Deployment', service).spec.template.spec.containers[0] as Container

  it.each(SERVICES)('runs %s by its own main.ts, in settings that it understands', name => {
    for (const values of [{}, EVERYTHING]) {
      const { args, env } = containerOf(name, values)
      expect(args).toEqual([`apps/${name}/src/main.ts`])
      const environment = {
        ...Object.fromEntries(env.map(e => [e.name, e.value])),
        WARDLINE_MASTER_KEY_FILE: join(folder, 'key'),
      }
      expect(() => readConfig(environment, HOST_SETTINGS)).not.toThrow()
      expect(() => readDistributedConfig(environment)).not.toThrow()
      if (name === 'gateway')
        expect(readGatewayConfig(environment).WARDLINE_SERVICE_URLS.size).toBe(SERVICES.length - 1)
      else expect(readInternalListener(environment).port).toBe(7080)
    }
  })

  it('gives processes nothing to write to but their volumes, and no right that they do not need', () => {
    const { named } = render({ ...GIVEN, ...EVERYTHING })
    for (const name of SERVICES) {
      const pod = named('Deployment', name).spec.template.spec
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      const [container] = pod.containers
      expect(container?.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      })
      expect(container).toMatchObject({
        readinessProbe: { httpGet: { path: '/readyz' } },
        livenessProbe: { httpGet: { path: '/healthz' } },
      })
      const mounted = container?.volumeMounts.map(m => m.name)
      expect(pod.volumes.map(v => v.name).sort()).toEqual(mounted?.toSorted())
      const written = container?.volumeMounts.filter(m => !m.readOnly && m.name !== 'tmp').map(m => m.name)
      expect(written).toEqual(name === 'gateway' ? ['bootstrap'] : name === 'log-store' ? ['archive'] : [])
    }
  })

  it('lets only the gateway talk to services, and publishes only its TLS listener', () => {
    const { manifests, named } = render(GIVEN)
    for (const name of SERVICES.filter(s => s !== 'gateway'))
      expect(named('NetworkPolicy', name).spec.ingress[0]).toMatchObject({
        ports: [{ port: 'internal' }],
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/component': 'gateway' } } }],
      })
    expect(named('Service', 'gateway').spec.ports).toEqual([{ name: 'tls', port: 8443, targetPort: 'tls' }])
    expect(manifests.filter(m => m.kind === 'Service' && 'type' in m.spec)).toHaveLength(1)
  })

  it('lets a service ask names, engines and what it is for, and only three ask what is outside', () => {
    const { named } = render({ ...GIVEN, 'networkPolicy.enginePorts': '{27018}' })
    const portsOf = (name: string) =>
      named('NetworkPolicy', name).spec.egress?.map(rule => rule.ports.map(({ port }) => port))
    const engines = [27018, 9092, 8080, 27017, 9200]
    for (const name of SERVICES) {
      expect(named('NetworkPolicy', name).spec.policyTypes).toEqual(['Ingress', 'Egress'])
      const more = name === 'gateway' ? [['internal'], [443]] : []
      const outside = ['mdm-connector', 'alert-projector'].includes(name) ? [[443]] : []
      expect([name, portsOf(name)]).toEqual([name, [[53, 53], engines, ...more, ...outside]])
    }
    const blocks = named('NetworkPolicy', 'gateway')
      .spec.egress?.at(-1)
      ?.to?.map(peer => peer.ipBlock?.cidr)
    expect(blocks).toEqual(['0.0.0.0/0', '2000::/3'])
    const ungoverned = render({ ...GIVEN, 'networkPolicy.egress': 'false' }).named('NetworkPolicy', 'ingest').spec
    expect([ungoverned.policyTypes, ungoverned.egress]).toEqual([['Ingress'], undefined])
  })

  it('uses https between processes if there are certificates', () => {
    const tls = { 'internal.plaintext': 'false', 'internal.tls.existingSecret': 'certificates' }
    const env = new Map(containerOf('gateway', tls).env.map(e => [e.name, e.value]))
    expect(env.get('WARDLINE_SERVICE_URLS')).toContain('ingest=https://w-ingest:7080')
    expect(env.get('WARDLINE_INTERNAL_TLS_CA_FILE')).toBe('/run/internal-tls/ca.crt')
    expect(env.has('WARDLINE_INTERNAL_PLAINTEXT')).toBe(false)
  })

  it.each(Object.keys(GIVEN))('reports a missing %s, and renders nothing', missing => {
    const { [missing]: _, ...others } = GIVEN
    const { status, stderr } = render(others)
    expect(status).not.toBe(0)
    expect(stderr).toContain(missing.startsWith('internal') ? 'internal.' : missing)
  })

  it('contains no secret: it refers to yours', () => {
    expect(render({ ...GIVEN, ...EVERYTHING }).manifests.filter(m => m.kind === 'Secret')).toEqual([])
  })
})

describe('dashboards and alert rules', () => {
  const operating = readFileSync(fileURLToPath(new URL('../../docs/operating.md', import.meta.url)), 'utf8')
  const files = [join(CHART, 'alerts.yaml'), ...globSync(join(CHART, 'dashboards/*.json'))]

  it.each(files)('ask for metrics that docs/operating.md knows: %s', file => {
    const asked = new Set(
      [...readFileSync(file, 'utf8').matchAll(/wardline_(\w+?)(?:_bucket|_sum|_count)?\b(?=[[{) ])/g)].map(
        m => m[1] ?? '',
      ),
    )
    expect(asked.size).toBeGreaterThan(5)
    const unknown = [...asked].filter(name => !operating.includes(`\`${name}\``) && !/^(?:process|nodejs)_/.test(name))
    expect(unknown).toEqual([])
  })
})

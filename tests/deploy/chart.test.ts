// What Helm itself says of the chart. What the chart makes is judged in goldens.test.ts.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { SERVICES } from '@wardline/kernel'
import { CHART, EXAMPLES, golden, template } from '../../tools/deploy/chart.ts'
import { clusterWith } from './support/cluster.ts'
import { describeWithHelm, helm } from './support/helm.ts'
import { goldenText, type Manifest, manifestsOf } from './support/manifests.ts'

const GIVEN: Readonly<Record<string, string>> = {
  'masterKey.existingSecret': 'master',
  'internal.plaintext': 'true',
  'engines.kafka.brokers': 'kafka:9092',
  'engines.schemaRegistry.url': 'http://registry:8080/apis/ccompat/v7',
  'engines.mongodb.url': 'mongodb://mongodb:27017/?replicaSet=rs0',
  'engines.opensearch.url': 'http://opensearch:9200',
  'gateway.hostnames': '{agents.example}',
}

function render(values: Readonly<Record<string, string>>, more: readonly string[] = [], release = 'w') {
  const set = Object.entries(values).flatMap(([key, value]) => ['--set', `${key}=${value}`])
  const { ok, stdout, stderr } = template(helm, [...set, ...more], release)
  const manifests = ok ? manifestsOf(stdout) : []
  return {
    ok,
    stderr,
    manifests,
    named: (kind: string, name: string) =>
      manifests.find(m => m.kind === kind && m.metadata.name === `w-${name}`) as Manifest,
  }
}
const settingsOf = (deployment: Manifest): ReadonlyMap<string, string> =>
  new Map(deployment.spec.template.spec.containers[0]?.env?.map(e => [e.name, e.value]))

describeWithHelm('the Helm chart', () => {
  it.each(EXAMPLES)('passes helm lint, strictly, with the values of $name.yaml', ({ file }) => {
    const { status, stdout } = spawnSync(helm, ['lint', '--strict', CHART, '-f', file], { encoding: 'utf8' })
    expect(status === 0 ? 'all right' : stdout).toBe('all right')
  })

  it.each(EXAMPLES)('makes what the golden of $name.yaml has', ({ name, file }) => {
    const { ok, stdout, stderr } = template(helm, ['-f', file])
    expect(ok ? '' : stderr).toBe('')
    expect(manifestsOf(golden(stdout))).toEqual(manifestsOf(goldenText(name)))
  })

  it('gives processes nothing to write to but their volumes, and no right that they do not need', () => {
    const { named } = render({ ...GIVEN, 'archive.create': 'true', 'engines.existingSecret': 'engines' })
    for (const name of SERVICES) {
      const pod = named('Deployment', name).spec.template.spec
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      for (const container of [...(pod.initContainers ?? []), ...pod.containers])
        expect(container.securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        })
      const [container] = pod.containers
      expect(container).toMatchObject({
        readinessProbe: { httpGet: { path: '/readyz' } },
        livenessProbe: { httpGet: { path: '/healthz' } },
      })
      const written = container?.volumeMounts?.filter(m => !m.readOnly && m.name !== 'tmp').map(m => m.name)
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
      const waits = ['ingest', 'normalizer', 'detector'].includes(name) ? [['admin']] : []
      const more = name === 'gateway' ? [['internal', 'admin'], [443]] : waits
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
    const tls = { ...GIVEN, 'internal.plaintext': 'false', 'internal.tls.existingSecret': 'certificates' }
    const env = settingsOf(render(tls).named('Deployment', 'gateway'))
    expect(env.get('WARDLINE_SERVICE_URLS')).toContain('ingest=https://w-ingest:7080')
    expect(env.get('WARDLINE_INTERNAL_TLS_CA_FILE')).toBe('/run/internal-tls/ca.crt')
    expect(env.has('WARDLINE_INTERNAL_PLAINTEXT')).toBe(false)
  })

  it('writes numbers and switches as the services read them, however YAML has read them', () => {
    const settings = {
      WARDLINE_TIER_EVENTS_PER_SECOND: 20_000_000,
      WARDLINE_KAFKA_TLS: true,
      OTEL_SDK_DISABLED: true,
      OTEL_TRACES_SAMPLER_ARG: 0.01,
    }
    const json = ['--set-json', `engines.settings=${JSON.stringify(settings)}`]
    const env = settingsOf(render(GIVEN, json).named('Deployment', 'log-store'))
    expect(env.get('WARDLINE_TIER_EVENTS_PER_SECOND')).toBe('20000000')
    expect(env.get('WARDLINE_KAFKA_TLS')).toBe('on')
    expect([env.get('OTEL_SDK_DISABLED'), env.get('OTEL_TRACES_SAMPLER_ARG')]).toEqual(['true', '0.01'])
  })

  it.each(Object.keys(GIVEN))('reports a missing %s, and renders nothing', missing => {
    const { [missing]: _, ...others } = GIVEN
    const { ok, stderr } = render(others)
    expect(ok).toBe(false)
    expect(stderr).toContain(missing.startsWith('internal') ? 'internal.' : missing)
  })

  it.each([
    ['a name that it does not know', { 'metrics.serviceMonitor': 'true' }, 'serviceMonitor'],
    [
      'fewer replicas at most than at least',
      { 'services.normalizer.autoscaling.enabled': 'true', 'services.normalizer.autoscaling.maxReplicas': '1' },
      'services.normalizer.autoscaling.maxReplicas',
    ],
  ])('refuses %s', (_, values, said) => {
    const { ok, stderr } = render({ ...GIVEN, ...(values as Readonly<Record<string, string>>) })
    expect([ok, stderr.includes(said)]).toEqual([false, true])
  })

  it('refuses a release name that would make names too long', () => {
    expect(render(GIVEN, [], 'w'.repeat(47)).ok).toBe(true)
    expect(render(GIVEN, [], 'w'.repeat(48)).stderr).toContain('47')
  })

  it('contains no secret: it refers to yours', () => {
    expect(render(GIVEN).manifests.filter(m => m.kind === 'Secret')).toEqual([])
  })

  it('restarts, at an upgrade, the services that have read a Secret or ConfigMap that has changed since', async () => {
    const names = { 'engines.existingSecret': 'engines', 'rules.configMap': 'rules' }
    const cluster = await clusterWith({ master: '1', engines: '1', rules: '1', 'internal-tls': '1' })
    const restarts = async (changed: string): Promise<readonly string[]> => {
      const seen = async () => {
        const text = await cluster.render(helm, { ...GIVEN, ...names })
        const pods = manifestsOf(text).filter(m => m.kind === 'Deployment')
        return new Map(pods.map(p => [p.metadata.name.slice(2), p.spec.template.metadata.annotations]))
      }
      const before = await seen()
      cluster.change(changed)
      const after = await seen()
      return SERVICES.filter(s => JSON.stringify(before.get(s)) !== JSON.stringify(after.get(s)))
    }
    try {
      expect(await restarts('rules')).toEqual(['detector'])
      expect((await restarts('engines')).toSorted()).toEqual([...SERVICES].toSorted())
      // Certificates are read again by the processes themselves.
      expect(await restarts('internal-tls')).toEqual([])
    } finally {
      await cluster.close()
    }
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

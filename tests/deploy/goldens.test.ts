// What the chart makes of the examples, as it is checked in. This needs no Helm; chart.test.ts says whether Helm makes
// the same today.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { SERVICES } from '@wardline/kernel'
import { parse } from 'yaml'
import { CHART, chartDigest, EXAMPLES } from '../../tools/deploy/chart.ts'
import { goldenNames, goldenText, type Manifest, manifestsOf } from './support/manifests.ts'
import { readSettings, type SettingsOf } from './support/read-settings.ts'
import { kubernetes, valuesSchema } from './support/schemas.ts'

const oldest = kubernetes('1.27.0')
const newest = kubernetes('1.37.0')
const examples = EXAMPLES.map(({ name, file }) => ({ name, file, manifests: manifestsOf(goldenText(name)) }))
const ofKind = (manifests: readonly Manifest[], kind: string): readonly Manifest[] =>
  manifests.filter(m => m.kind === kind)
const named = (manifests: readonly Manifest[], kind: string, service: string): Manifest => {
  const found = manifests.find(m => m.kind === kind && m.metadata.name === `wardline-${service}`)
  if (!found) throw new Error(`there is no ${kind} for ${service}`)
  return found
}
const labelsOf = (deployment: Manifest) => deployment.spec.template.metadata.labels
const covers = (selector: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value)

/** Members that are there and have no value: what a template writes when it forgets an indent. */
const nullsIn = (value: unknown, path: string): readonly string[] =>
  value === null
    ? [path]
    : typeof value === 'object'
      ? Object.entries(value as object).flatMap(([key, member]) => nullsIn(member, `${path}.${key}`))
      : []

describe('goldens', () => {
  it('are there for each example, made of the chart as it is now', () => {
    expect(goldenNames().toSorted()).toEqual(EXAMPLES.map(e => e.name))
    const made = EXAMPLES.map(({ name }) => [name, /^# chart: (\w+)$/m.exec(goldenText(name))?.[1]])
    // Another digest: the chart, its values or an example has changed since. `npm run chart:render`, and look at the diff.
    expect(made).toEqual(EXAMPLES.map(({ name }) => [name, chartDigest()]))
  })
})

describe.each(examples)('the chart with the values of $name.yaml', ({ manifests }) => {
  const deployments = ofKind(manifests, 'Deployment')

  it('makes what the oldest and the newest Kubernetes understand, member by member', () => {
    const faults = manifests.flatMap(m =>
      [...oldest(m), ...newest(m)].map(fault => `${m.kind} ${m.metadata.name}: ${fault}`),
    )
    expect(faults).toEqual([])
    expect(manifests.flatMap(m => nullsIn(m, `${m.kind} ${m.metadata.name}`))).toEqual([])
  })

  it('names each thing once, in the 63 letters that a name may have', () => {
    const names = manifests.map(m => `${m.kind} ${m.metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
    expect(manifests.filter(m => m.metadata.name.length > 63)).toEqual([])
  })

  it('has a Deployment, a Service, a NetworkPolicy and a disruption budget for every service', () => {
    for (const name of SERVICES) {
      const { spec } = named(manifests, 'Deployment', name)
      const labels = spec.template.metadata.labels
      expect(covers(spec.selector.matchLabels, labels)).toBe(true)
      const selecting = [
        named(manifests, 'Service', name).spec.selector,
        named(manifests, 'NetworkPolicy', name).spec.podSelector.matchLabels,
        named(manifests, 'PodDisruptionBudget', name).spec.selector.matchLabels,
      ]
      for (const selector of selecting) {
        const selected = deployments.filter(d => covers(selector, labelsOf(d)))
        expect(selected.map(d => d.metadata.name)).toEqual([`wardline-${name}`])
      }
      expect(named(manifests, 'PodDisruptionBudget', name).spec).toMatchObject({ maxUnavailable: 1 })
    }
  })

  it('names no port that its pods do not have', () => {
    for (const service of ofKind(manifests, 'Service')) {
      const pods = deployments.filter(d => covers(service.spec.selector, labelsOf(d)))
      expect(pods.length).toBeGreaterThan(0)
      for (const pod of pods) {
        const ports = pod.spec.template.spec.containers[0]?.ports?.map(p => p.name)
        for (const { targetPort } of service.spec.ports) expect(ports).toContain(targetPort)
      }
    }
  })

  it('mounts every volume and nothing else', () => {
    for (const { spec } of deployments) {
      const { volumes, containers } = spec.template.spec
      expect(volumes.map(v => v.name).toSorted()).toEqual(containers[0]?.volumeMounts?.map(m => m.name).toSorted())
    }
  })

  it('lets a pod answer for a moment after it was chosen to end, and then drain', () => {
    for (const { spec } of deployments) {
      const pod = spec.template.spec
      const [sleep, seconds] = pod.containers[0]?.lifecycle?.preStop.exec.command ?? []
      expect(sleep).toBe('sleep')
      expect(pod.terminationGracePeriodSeconds - Number(seconds)).toBeGreaterThan(40)
    }
  })

  it('starts a new gateway when the services have been replaced', () => {
    const [init] = named(manifests, 'Deployment', 'gateway').spec.template.spec.initContainers ?? []
    const services = named(manifests, 'Service', 'services').spec
    expect(init?.args).toEqual(['apps/gateway/src/services-first/main.ts', 'wardline-services', '9090'])
    expect(services).toMatchObject({ clusterIP: 'None', ports: [{ port: 9090, targetPort: 'admin' }] })
    const asked = deployments.filter(d => covers(services.selector, labelsOf(d))).map(d => d.metadata.name)
    expect(asked).toEqual(deployments.map(d => d.metadata.name).filter(name => name !== 'wardline-gateway'))
    // It may: the way out of the gateway, and the way in of a service.
    const out = named(manifests, 'NetworkPolicy', 'gateway').spec.egress
    expect(out?.filter(rule => rule.ports.some(({ port }) => port === 'admin'))).toHaveLength(1)
    for (const name of SERVICES.filter(s => s !== 'gateway')) {
      const from = named(manifests, 'NetworkPolicy', name).spec.ingress.find(r => r.ports[0]?.port === 'admin')?.from
      const gateway = { podSelector: { matchLabels: { 'app.kubernetes.io/component': 'gateway' } } }
      if (from !== undefined) expect(from).toContainEqual(expect.objectContaining({ podSelector: expect.anything() }))
      if (from !== undefined) expect(from.slice(0, 2)).toMatchObject([{}, gateway])
    }
  })

  it('replaces who reads a topic before who writes to it', () => {
    const waits = deployments.flatMap(({ metadata, spec }) =>
      (spec.template.spec.initContainers ?? []).map(init => [metadata.name, init.args?.[1]]),
    )
    expect(Object.fromEntries(waits)).toEqual({
      'wardline-ingest': 'wardline-normalizer-pods',
      'wardline-normalizer': 'wardline-detector-pods',
      'wardline-detector': 'wardline-projector-pods',
      'wardline-gateway': 'wardline-services',
    })
    for (const [writer, reader] of [
      ['ingest', 'normalizer'],
      ['normalizer', 'detector'],
      ['detector', 'alert-projector'],
    ] as const) {
      const service = named(manifests, 'Service', `${reader.replace('alert-', '')}-pods`).spec
      // A process that is about to end gets no requests, and still reads.
      expect(service).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true })
      const asked = deployments.filter(d => covers(service.selector, labelsOf(d))).map(d => d.metadata.name)
      expect(asked).toEqual([`wardline-${reader}`])
      // It may: the way out of the one, and the way in of the other.
      const peer = (name: string) => ({ podSelector: { matchLabels: { 'app.kubernetes.io/component': name } } })
      const out = named(manifests, 'NetworkPolicy', writer).spec.egress
      expect(out?.find(rule => rule.ports.some(({ port }) => port === 'admin'))?.to).toMatchObject([peer(reader)])
      const from = named(manifests, 'NetworkPolicy', reader).spec.ingress.find(r => r.ports[0]?.port === 'admin')?.from
      if (from !== undefined) expect(from.at(-1)).toMatchObject(peer(writer))
    }
  })

  it('leaves the number of replicas to whoever decides about it', () => {
    for (const { spec } of ofKind(manifests, 'HorizontalPodAutoscaler')) {
      const target = deployments.find(d => d.metadata.name === spec.scaleTargetRef.name)
      expect(target).toBeDefined()
      expect(target?.spec.replicas).toBeUndefined()
    }
    const scaled = ofKind(manifests, 'HorizontalPodAutoscaler').map(h => h.spec.scaleTargetRef.name)
    for (const { metadata, spec } of deployments)
      expect([metadata.name, spec.replicas === undefined]).toEqual([metadata.name, scaled.includes(metadata.name)])
  })

  it('runs every service with settings that it understands', () => {
    for (const name of SERVICES) {
      const [container] = named(manifests, 'Deployment', name).spec.template.spec.containers
      const given: SettingsOf = Object.fromEntries((container?.env ?? []).map(e => [e.name, e.value]))
      expect(container?.args).toEqual([`apps/${name}/src/main.ts`])
      expect(() => readSettings(name, given)).not.toThrow()
    }
  })
})

describe('replicas by lag', () => {
  it('asks for the lag of groups that there are', () => {
    const production = examples.find(e => e.name === 'production')!.manifests
    const asked = ofKind(production, 'HorizontalPodAutoscaler').map(h => [
      h.metadata.name,
      ...h.spec.metrics.map(({ external: { metric } }) => `${metric.name} ${metric.selector.matchLabels.group}`),
    ])
    expect(asked.toSorted()).toEqual([
      ['wardline-alert-projector', 'wardline_consumer_lag alert-projector'],
      ['wardline-detector', 'wardline_consumer_lag detector.match', 'wardline_consumer_lag detector.correlate'],
      ['wardline-normalizer', 'wardline_consumer_lag normalizer'],
    ])
    const sources = ['alert-projector/src/service.ts', 'detector/src/evaluate-events.ts']
    sources.push('detector/src/correlation/count-matches.ts', 'normalizer/src/pipeline/received-subscription.ts')
    const code = sources.map(file => readFileSync(new URL(`../../apps/${file}`, import.meta.url), 'utf8')).join('\n')
    for (const group of asked.flatMap(([, ...metrics]) => metrics.map(m => m.split(' ')[1])))
      expect(code).toContain(`group: '${group}'`)
  })
})

describe('values.schema.json', () => {
  const judge = valuesSchema(join(CHART, 'values.schema.json'))
  const defaults = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'), { version: '1.1' }) as object
  /** Where names are the operator's own, or Kubernetes'. */
  const OPEN =
    /^(?:podLabels|podAnnotations|nodeSelector|gateway\.service\.annotations|services\.[\w-]+\.resources\.\w+)$/

  const objectsIn = (value: object, path: readonly string[] = []): (readonly string[])[] => [
    path,
    ...Object.entries(value).flatMap(([key, member]) =>
      typeof member === 'object' && member !== null && !Array.isArray(member) ? objectsIn(member, [...path, key]) : [],
    ),
  ]
  const withMember = (path: readonly string[], key: string, member: unknown): object => {
    const copy = structuredClone(defaults)
    const place = path.reduce((at, name) => (at as never)[name] as object, copy)
    Object.assign(place, { [key]: member })
    return copy
  }

  it('accepts the defaults', () => {
    expect(judge(defaults)).toEqual([])
  })

  it('refuses a name that it does not know, wherever it is', () => {
    const closed = objectsIn(defaults).filter(path => !OPEN.test(path.join('.')))
    expect(closed.length).toBeGreaterThan(40)
    for (const path of closed) {
      const where = path.join('.')
      expect([where, judge(withMember(path, 'unknown', 'x')).length > 0]).toEqual([where, true])
    }
  })

  it.each([
    ['services', 'collector', { replicas: 1 }],
    ['services.gateway', 'autoscaling', { enabled: true, maxReplicas: 3, lagPerReplica: 1 }],
    ['services.ingest', 'replicas', -1],
    ['services.ingest.env', 'NODE_OPTIONS', '--inspect'],
    ['gateway', 'publicUrl', 'http://console.example'],
    ['gateway.service', 'port', 0],
    ['masterKey', 'existingSecret', 'Not A Name'],
    ['metrics', 'serviceMonitor', true],
    ['rollout', 'preStopSeconds', 3600],
    ['networkPolicy', 'metricsFrom', [{ namespace: 'monitoring' }]],
    ['', 'logLevel', 'verbose'],
  ])('refuses %s.%s: %j', (path, key, member) => {
    expect(judge(withMember(path === '' ? [] : path.split('.'), key, member))).not.toEqual([])
  })
})

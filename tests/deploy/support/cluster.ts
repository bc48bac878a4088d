import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { CHART, KUBERNETES } from '../../../tools/deploy/chart.ts'

/** The API of a cluster, as far as Helm asks it for Secrets and ConfigMaps while it renders for an upgrade. */
export interface Cluster {
  /** What `helm template` makes of the chart when it may ask this cluster. */
  render(helm: string, values: Readonly<Record<string, string>>): Promise<string>
  /** Somebody changes an object. */
  change(name: string): void
  close(): Promise<void>
}

const [major, minor] = KUBERNETES.split('.')
const RESOURCES = [
  { name: 'secrets', kind: 'Secret', namespaced: true, verbs: ['get'] },
  { name: 'configmaps', kind: 'ConfigMap', namespaced: true, verbs: ['get'] },
]

/** @param objects name -> version. Each name is that of a Secret and of a ConfigMap. */
export async function clusterWith(objects: Record<string, string>): Promise<Cluster> {
  const answer = (path: string): object | undefined => {
    if (path === '/version') return { major, minor, gitVersion: `v${KUBERNETES}` }
    if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] }
    if (path === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups: [] }
    if (path === '/api/v1') return { kind: 'APIResourceList', groupVersion: 'v1', resources: RESOURCES }
    const [, namespace, plural, name] = /^\/api\/v1\/namespaces\/([\w-]+)\/(\w+)\/([\w-]+)$/.exec(path) ?? []
    const resource = RESOURCES.find(r => r.name === plural)
    const resourceVersion = objects[name ?? '']
    if (!resource || resourceVersion === undefined) return undefined
    return { apiVersion: 'v1', kind: resource.kind, metadata: { name, namespace, resourceVersion }, data: {} }
  }
  const server = createServer((req, res) => {
    const found = answer((req.url ?? '').split('?')[0] ?? '')
    const missing = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 }
    res.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(found ?? missing))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    async render(helm, values) {
      const set = Object.entries(values).flatMap(([key, value]) => ['--set', `${key}=${value}`])
      const asking = ['--dry-run=server', '--kube-apiserver', url, '--kube-version', KUBERNETES]
      const env = { ...process.env, KUBECONFIG: '/dev/null' }
      const child = spawn(helm, ['template', 'w', CHART, ...asking, ...set], { env })
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
      if (out === '') throw new Error(err)
      return out
    },
    change(name) {
      objects[name] = `${Number(objects[name]) + 1}`
    },
    close: () => new Promise(done => server.close(() => done())),
  }
}

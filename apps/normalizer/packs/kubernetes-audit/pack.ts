import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

/** The answer's code tells how it ended; an event of a stage before the answer has none. */
const answer = (source: Source, draft: Draft): void => {
  const code = Number(source.text('responseStatus.code'))
  if (code >= 100 && code < 400) draft.end('success')
  else if (code === 403) draft.refuse()
  else if (code >= 400) draft.end('failure')
  const sub = source.text('objectRef.subresource')
  const resource = source.text('objectRef.resource')
  const verb = source.text('verb')
  draft.set('api.operation', [verb, resource && (sub ? `${resource}/${sub}` : resource)].filter(Boolean).join(' '))
  draft.set('resources.type', resource && (sub ? `${resource}/${sub}` : resource))
  // A command inside a container.
  if (
    (resource === 'pods' && (sub === 'exec' || sub === 'attach')) ||
    source.text('objectRef.apiGroup') === 'rbac.authorization.k8s.io'
  ) {
    if (draft.activityId !== 2 || sub !== undefined) draft.atLeast(2)
  }
}
const request = (title: string, activity: number): Kind => ({
  title,
  class: 'api_activity',
  activity,
  map: {
    'user.username': 'actor.user',
    'user.uid': 'actor.user.uid',
    sourceIPs: 'src_endpoint.ip',
    userAgent: 'http_request.user_agent',
    requestURI: 'http_request.url.url_string',
    'responseStatus.code': 'api.response.code',
    'responseStatus.message': 'api.response.message',
    'responseStatus.reason': 'status_detail',
    'objectRef.name': 'resources.name',
    'objectRef.namespace': 'resources.namespace',
    'objectRef.uid': 'resources.uid',
    'objectRef.apiVersion': 'api.version',
    auditID: 'api.request.uid',
  },
  facts: { 'api.service.name': 'Kubernetes API' },
  also: answer,
})

export const pack = definePack({
  id: 'kubernetes-audit',
  vendor: 'Kubernetes',
  product: 'Audit',
  names: ['Kubernetes', 'k8s', 'kube-apiserver', 'EKS', 'AKS', 'GKE'],
  docs: [
    'https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/',
    'https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/',
  ],
  send: 'The audit log file of kube-apiserver (--audit-log-path, format json), one event per line, through any shipper.',
  marks: { keys: [['auditID', 'verb', 'stage']] },
  time: ['stageTimestamp', 'requestReceivedTimestamp', 'timestamp', 'metadata.creationTimestamp'],
  kind: 'verb',
  map: { auditID: 'metadata.correlation_uid', verb: 'metadata.event_code' },
  says: [
    '{verb}',
    '{objectRef.resource}',
    '{objectRef.namespace}',
    '{objectRef.name}',
    '{objectRef.subresource}',
    'by {user.username}',
    'as {impersonatedUser.username}',
    'from {sourceIPs}',
    '{responseStatus.code}',
    '{responseStatus.reason}',
  ],
  kinds: {
    get: request('Object read', 2),
    list: request('Objects listed', 2),
    watch: request('Objects watched', 2),
    create: request('Object created, or command run in a container', 1),
    update: request('Object replaced', 3),
    patch: request('Object changed', 3),
    delete: request('Object deleted', 4),
    deletecollection: request('Objects deleted', 4),
  },
  personal: { 'user.username': 'user', 'impersonatedUser.username': 'user', sourceIPs: 'ip' },
  // Requests of the server to itself have no address.
  lacks: ['src_endpoint', 'actor'],
})

import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

const P = 'protoPayload'
const AUDIT = {
  [`${P}.methodName`]: 'api.operation',
  [`${P}.serviceName`]: 'api.service.name',
  [`${P}.requestMetadata.callerIp`]: 'src_endpoint.ip',
  [`${P}.requestMetadata.callerSuppliedUserAgent`]: 'http_request.user_agent',
  [`${P}.status.code`]: 'status_code',
  [`${P}.status.message`]: 'status_detail',
  'resource.labels.project_id': 'cloud.project_uid',
  'resource.labels.location': 'cloud.region',
  'resource.labels.zone': 'cloud.zone',
  insertId: 'metadata.uid',
} as const

/** Hides addresses that are none: `private`, `gce-internal-ip`. */
function from(source: Source, draft: Draft): void {
  const endpoint = draft.objects.src_endpoint as { ip?: unknown; hostname?: unknown } | undefined
  if (endpoint && endpoint.ip === undefined) delete draft.objects.src_endpoint
  const who = source.text(`${P}.authenticationInfo.principalEmail`)
  draft.set('actor.user', who).set('actor.user.uid', principal(source.text(`${P}.authenticationInfo.principalSubject`)))
}
/** `user:ann@corp.example` repeats the address; anything else is a number or a path of a federated account. */
const principal = (subject: string | undefined): string | undefined =>
  subject?.startsWith('user:') || subject?.startsWith('serviceAccount:') ? undefined : subject

/** Codes of google.rpc: 0 is no error, 7 and 16 are refusals. */
function finish(source: Source, draft: Draft): void {
  from(source, draft)
  const code = source.text(`${P}.status.code`)
  const granted = source.take(`${P}.authorizationInfo.granted`)
  const all = Array.isArray(granted) ? granted : granted === undefined ? [] : [granted]
  if (code === '7' || code === '16') draft.refuse()
  else if (code !== undefined && code !== '0') draft.end('failure')
  // Nothing granted, and no status: it was refused all the same.
  else if (code === undefined && all.length > 0 && all.every(one => one === false)) draft.refuse()
  else draft.end('success')
}
const LEVEL: Kind['severity'] = {
  by: 'severity',
  words: { WARNING: 2, ERROR: 2, CRITICAL: 4, ALERT: 4, EMERGENCY: 5 },
  else: 1,
}
const call = (title: string, activity: number): Kind => ({
  title,
  class: 'api_activity',
  activity,
  severity: LEVEL,
  map: AUDIT,
  facts: { 'cloud.provider': 'Google Cloud' },
  also: finish,
})
const nameOf = (path: string | undefined): string | undefined => path?.slice(path.lastIndexOf('/') + 1)
/** A service account is made or changed: it is the account. */
const account = (title: string, activity: number): Kind => ({
  ...call(title, activity),
  class: 'account_change',
  severity: 2,
  also: (source, draft) => {
    const email =
      source.text(`${P}.response.email`) ??
      source.text('resource.labels.email_id') ??
      nameOf(source.text(`${P}.request.name`))
    if (email?.includes('@')) draft.set('user', email)
    draft.set('user.uid', source.text(`${P}.response.unique_id`) ?? source.text('resource.labels.unique_id'))
    if (draft.objects.user) draft.set('user.type', 'Service account')
    finish(source, draft)
  },
})
const role = (title: string, activity: number): Kind => ({
  ...call(title, activity),
  class: 'entity_management',
  severity: 2,
  also: (source, draft) => {
    draft.set('entity.name', source.text(`${P}.resourceName`))
    if (draft.objects.entity) draft.set('entity.type', 'Role')
    finish(source, draft)
  },
})
const object = (title: string, activity: number): Kind => ({
  ...call(title, activity),
  class: 'datastore_activity',
  also: (source, draft) => {
    const path = /^projects\/_\/buckets\/([^/]{1,222})(?:\/objects\/(.+))?$/s.exec(
      source.text(`${P}.resourceName`) ?? '',
    )
    draft
      .set('databucket.name', source.text('resource.labels.bucket_name') ?? path?.[1])
      .set('databucket.file.path', path?.[2])
    finish(source, draft)
  },
})

/** Logins of Google Workspace that are shared with the cloud. */
const login = (title: string, activity: number, ends: Kind['ends']): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: { [`${P}.authenticationInfo.principalEmail`]: 'user', [`${P}.requestMetadata.callerIp`]: 'src_endpoint.ip' },
  facts: { 'service.name': 'Google' },
})

const KINDS: Readonly<Record<string, Kind>> = {
  'google.iam.admin.v1.CreateServiceAccount': account('Service account created', 1),
  'google.iam.admin.v1.DeleteServiceAccount': account('Service account deleted', 6),
  'google.iam.admin.v1.EnableServiceAccount': account('Service account enabled', 2),
  'google.iam.admin.v1.DisableServiceAccount': account('Service account disabled', 5),
  'google.iam.admin.v1.CreateServiceAccountKey': account('Key of a service account created', 99),
  'google.iam.admin.v1.DeleteServiceAccountKey': account('Key of a service account deleted', 99),
  'google.iam.admin.v1.CreateRole': role('Role created', 1),
  'google.iam.admin.v1.UpdateRole': role('Role changed', 3),
  'google.iam.admin.v1.DeleteRole': role('Role deleted', 4),
  'storage.objects.get': object('Object read', 1),
  'storage.objects.create': object('Object written', 5),
  'storage.objects.update': object('Object changed', 2),
  'storage.objects.delete': object('Object deleted', 7),
  'storage.objects.list': object('Objects listed', 8),
  'google.login.LoginService.loginSuccess': login('Login', 1, 'success'),
  'google.login.LoginService.loginFailure': login('Login fails', 1, 'failure'),
  'google.login.LoginService.logout': login('Logout', 2, 'success'),
  policy: { ...call('Rights on a resource changed', 3), severity: 2 },
  create: call('Any call that creates', 1),
  read: call('Any call that reads', 2),
  update: call('Any call that changes', 3),
  delete: call('Any call that deletes', 4),
}
const VERBS: readonly (readonly [string, RegExp])[] = [
  ['policy', /^setiam/i],
  ['create', /^(?:create|insert|add|import|upload|generate|batchcreate)/i],
  ['read', /^(?:get|list|search|query|read|test|aggregatedlist|lookup|describe|watch|export|access|batchget|fetch)/i],
  [
    'update',
    /^(?:update|patch|set|enable|disable|start|stop|reset|move|resize|attach|detach|undelete|suspend|resume|change|modify)/i,
  ],
  ['delete', /^(?:delete|remove|destroy|cancel|batchdelete|revoke|deletecollection)/i],
]

/** By the last word of the method: `v1.compute.instances.insert`, `google.iam.admin.v1.CreateRole`. */
function kind(source: Source): string | undefined {
  const name = source.text(`${P}.methodName`)
  if (name === undefined) return undefined
  if (Object.hasOwn(KINDS, name) && name.includes('.')) return name
  const verb = name.slice(name.lastIndexOf('.') + 1)
  return VERBS.find(([, pattern]) => pattern.test(verb))?.[0] ?? 'other'
}

export const pack = definePack({
  id: 'google-gcp-audit',
  vendor: 'Google',
  product: 'Cloud Audit Logs',
  names: ['GCP', 'Google Cloud', 'Google Cloud Platform', 'GCP audit', 'gcp.audit'],
  docs: [
    'https://cloud.google.com/logging/docs/audit',
    'https://cloud.google.com/logging/docs/reference/audit/auditlog/rest/Shared.Types/AuditLog',
  ],
  send: 'A log sink to Pub/Sub or Cloud Storage, one LogEntry a log.',
  marks: {
    keys: [
      ['protoPayload', 'logName'],
      ['protoPayload', 'insertId'],
      ['protoPayload', 'protoPayload.methodName', 'resource'],
    ],
  },
  // The same carrier holds Google Workspace's own audit, which is another pack's.
  confirms: ({ fields }) => {
    const payload = fields.protoPayload
    return (
      typeof payload === 'object' &&
      payload !== null &&
      typeof (payload as { methodName?: unknown }).methodName === 'string'
    )
  },
  time: ['timestamp', 'receiveTimestamp'],
  kind,
  map: { [`${P}.methodName`]: 'metadata.event_code' },
  kinds: { ...KINDS, other: call('Any other call', 99) },
  says: [
    `{${P}.methodName}`,
    `{${P}.serviceName}`,
    `on {${P}.resourceName}`,
    `by {${P}.authenticationInfo.principalEmail}`,
    `from {${P}.requestMetadata.callerIp}`,
    'project {resource.labels.project_id}',
    `error {${P}.status.code} {${P}.status.message}`,
    `agent {${P}.requestMetadata.callerSuppliedUserAgent}`,
  ],
  // Google's own services have neither an address nor a name.
  lacks: ['actor', 'src_endpoint', 'user', 'entity', 'databucket'],
  personal: { [`${P}.authenticationInfo.principalEmail`]: 'user' },
})

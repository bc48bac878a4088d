import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

/** A member of the event: as the diagnostic setting, the Graph API and Log Analytics name it. */
const each = (name: string, path: string): Record<string, string> => ({
  [`properties.${name}`]: path,
  [name]: path,
  [name[0]!.toUpperCase() + name.slice(1)]: path,
})
const names = (name: string): string[] => Object.keys(each(name, ''))
const ACTOR = {
  ...each('initiatedBy.user.userPrincipalName', 'actor.user'),
  ...each('initiatedBy.user.displayName', 'actor.user.full_name'),
  ...each('initiatedBy.user.id', 'actor.user.uid'),
  ...each('initiatedBy.user.ipAddress', 'src_endpoint.ip'),
  ...each('initiatedBy.app.displayName', 'actor.app_name'),
  ...each('initiatedBy.app.servicePrincipalId', 'actor.app_uid'),
  ...each('initiatedBy.app.appId', 'actor.app_uid'),
} as const
const REST = {
  callerIpAddress: 'src_endpoint.ip',
  ...each('resultReason', 'status_detail'),
  resultDescription: 'status_detail',
  ...each('id', 'metadata.uid'),
  ...each('correlationId', 'metadata.correlation_uid'),
  'properties.activityDisplayName': 'metadata.event_code',
  activityDisplayName: 'metadata.event_code',
  ActivityDisplayName: 'metadata.event_code',
  operationName: 'metadata.event_code',
  OperationName: 'metadata.event_code',
}
const ENDS: Kind['ends'] = {
  by: [...names('result'), 'resultType', 'ResultType'],
  success: ['success'],
  failure: ['failure', 'timeout'],
}

const listOf = (source: Source, name: string): unknown[] => {
  for (const key of names(`targetResources.${name}`)) {
    const value = source.take(key)
    if (value !== undefined) return Array.isArray(value) ? value : [value]
  }
  return []
}
/** A member of the target of a type. Lists are flat, so the place counts only if every target has the member. */
function targetOf(source: Source, type: string, member: string): string | undefined {
  const types = listOf(source, 'type')
  const values = listOf(source, member)
  const value =
    values.length === types.length
      ? values[types.indexOf(type)]
      : types.filter(one => one === type).length === 1 && values.length === 1
        ? values[0]
        : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
/** What a property of the targets is now, or was. Values are JSON: `"\"Admins\""`. */
function property(source: Source, name: string): string | undefined {
  const all = listOf(source, 'modifiedProperties.displayName')
  const at = all.indexOf(name)
  if (at < 0) return undefined
  for (const member of ['newValue', 'oldValue']) {
    const values = listOf(source, `modifiedProperties.${member}`)
    const value = values.length === all.length ? values[at] : undefined
    const text = typeof value === 'string' ? value.replace(/^"(.*)"$/s, '$1') : ''
    if (text !== '' && text !== 'null' && text !== '[]') return text
  }
  return undefined
}

function user(source: Source, draft: Draft): void {
  const type = ['User', 'ServicePrincipal'].find(one => listOf(source, 'type').includes(one))
  if (type === undefined) return
  const upn = targetOf(source, type, 'userPrincipalName')
  const name = targetOf(source, type, 'displayName')
  draft.set('user', upn ?? (type === 'ServicePrincipal' ? name : undefined))
  if (upn !== undefined) draft.set('user.full_name', name)
  draft.set('user.uid', targetOf(source, type, 'id'))
  if (type === 'ServicePrincipal' && draft.objects.user) draft.set('user.type', 'Service principal')
}
const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  ends: ENDS,
  severity: 2,
  map: ACTOR,
  also: user,
})
/** The person changes their own account. */
const own = (title: string, activity: number): Kind => account(title, activity)
const group = (title: string, activity: number): Kind => ({
  title,
  class: 'group_management',
  activity,
  ends: ENDS,
  severity: 2,
  map: ACTOR,
  also: (source, draft) => {
    user(source, draft)
    draft
      .set('group.name', property(source, 'Group.DisplayName') ?? targetOf(source, 'Group', 'displayName'))
      .set('group.uid', property(source, 'Group.ObjectID') ?? targetOf(source, 'Group', 'id'))
  },
})
const role = (title: string, activity: number): Kind => ({
  title,
  class: 'user_access',
  activity,
  ends: ENDS,
  severity: 3,
  map: ACTOR,
  also: (source, draft) => {
    user(source, draft)
    const name = property(source, 'Role.DisplayName') ?? targetOf(source, 'Role', 'displayName')
    // A name such as `Global Administrator` is one privilege.
    if (name !== undefined) draft.objects.privileges = [name]
  },
})
const TYPES = ['Application', 'ServicePrincipal', 'Policy', 'Device', 'Directory', 'Group', 'Role', 'Other'] as const
const entity = (title: string, activity: number, severity = 2): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: ENDS,
  severity,
  map: ACTOR,
  also: (source, draft) => {
    const types = listOf(source, 'type')
    const type = TYPES.find(one => types.includes(one))
    if (type === undefined) return
    draft
      .set('entity.name', targetOf(source, type, 'displayName'))
      .set('entity.uid', targetOf(source, type, 'id'))
      .set('entity.type', type)
  },
})

const kinds: Record<string, Kind> = {
  'Add user': account('Account created', 1),
  'Invite external user': account('Guest invited', 1),
  'Delete user': account('Account deleted', 6),
  'Hard Delete user': account('Account deleted for good', 6),
  'Restore user': account('Account restored', 2),
  'Update user': account('Account changed', 99),
  'Enable account': account('Account enabled', 2),
  'Disable account': account('Account disabled', 5),
  'Change user password': account('Password changed', 3),
  'Change password (self-service)': own('Own password changed', 3),
  'Reset user password': account('Password reset', 4),
  'Reset password (self-service)': own('Own password reset', 4),
  'Reset password (by admin)': account('Password reset by an administrator', 4),
  'Unlock user account (self-service)': own('Own account unlocked', 12),
  'User registered security info': own('Factor added', 10),
  'Admin registered security info': account('Factor added by an administrator', 10),
  'User deleted security info': own('Factor removed', 11),
  'Admin deleted security info': account('Factor removed by an administrator', 11),
  'Add group': group('Group created', 6),
  'Delete group': group('Group deleted', 5),
  'Update group': group('Group changed', 99),
  'Add member to group': group('Member added to a group', 3),
  'Remove member from group': group('Member removed from a group', 4),
  'Add owner to group': group('Owner added to a group', 99),
  'Remove owner from group': group('Owner removed from a group', 99),
  'Add member to role': role('Role given', 1),
  'Add eligible member to role': role('Role may be activated', 1),
  'Add member to role completed (PIM activation)': role('Role activated', 1),
  'Remove member from role': role('Role taken', 2),
  'Remove eligible member from role': role('Role may not be activated any more', 2),
  'Add application': entity('Application registered', 1),
  'Update application': entity('Application changed', 3),
  'Delete application': entity('Application deleted', 4),
  'Add owner to application': entity('Owner added to an application', 3),
  'Add service principal': entity('Service principal created', 1),
  'Update service principal': entity('Service principal changed', 3),
  'Remove service principal': entity('Service principal deleted', 4),
  'Add service principal credentials': entity('Secret added to a service principal', 3, 3),
  'Remove service principal credentials': entity('Secret removed from a service principal', 3),
  'Consent to application': entity('Consent to an application', 3, 3),
  'Add delegated permission grant': entity('Delegated rights given', 3, 3),
  'Add app role assignment to service principal': entity('Application rights given', 3, 3),
  'Add app role assignment grant to user': entity('Application assigned to a user', 3),
  'Remove app role assignment from user': entity('Application taken from a user', 3),
  'Add policy': entity('Policy created', 1),
  'Update policy': entity('Policy changed', 3),
  'Delete policy': entity('Policy deleted', 4),
  'Add conditional access policy': entity('Conditional access policy created', 1),
  'Update conditional access policy': entity('Conditional access policy changed', 3),
  'Delete conditional access policy': entity('Conditional access policy deleted', 4, 3),
  'Add device': entity('Device added', 1),
  'Register device': entity('Device registered', 6),
  'Update device': entity('Device changed', 3),
  'Delete device': entity('Device deleted', 4),
  'Set domain authentication': entity('Sign-in of a domain changed', 3, 3),
  'Add unverified domain': entity('Domain added', 1),
}

/** Certificates have a suffix of their own: `Update application – Certificates and secrets management `. */
function kind(source: Source): string | undefined {
  const name = source.first(...names('activityDisplayName'), 'operationName', 'OperationName')?.trim()
  if (name === undefined || Object.hasOwn(kinds, name)) return name
  return /^Update application\s{1,2}[-–]\s{1,2}Certificates and secrets management$/.test(name) ? SECRETS : undefined
}
const SECRETS = 'Update application – Certificates and secrets management'

export const pack = definePack({
  id: 'microsoft-entra-audit',
  vendor: 'Microsoft',
  product: 'Entra ID audit logs',
  names: ['Entra audit', 'Azure AD audit logs', 'auditlogs'],
  docs: [
    'https://learn.microsoft.com/graph/api/resources/directoryaudit',
    'https://learn.microsoft.com/entra/identity/monitoring-health/reference-audit-activities',
    'https://learn.microsoft.com/azure/azure-monitor/reference/tables/auditlogs',
  ],
  send: 'A diagnostic setting to an event hub (one record a log), the Graph API auditLogs/directoryAudits, or a query of AuditLogs.',
  marks: {
    keys: [
      ['category=AuditLogs', 'operationName', 'properties.initiatedBy'],
      ['category=AuditLogs', 'operationName', 'properties.activityDisplayName'],
      ['loggedByService', 'activityDisplayName', 'initiatedBy'],
      ['LoggedByService', 'OperationName', 'InitiatedBy'],
      ['AADOperationType', 'OperationName', 'Result'],
    ],
  },
  time: ['properties.activityDateTime', 'activityDateTime', 'ActivityDateTime', 'time', 'TimeGenerated'],
  kind,
  map: REST,
  kinds: { ...kinds, [SECRETS]: entity('Secret of an application changed', 3, 3) },
  says: [
    '{properties.activityDisplayName}{activityDisplayName}{OperationName}',
    'by {properties.initiatedBy.user.userPrincipalName}{initiatedBy.user.userPrincipalName}{InitiatedBy.user.userPrincipalName}',
    'by {properties.initiatedBy.app.displayName}{initiatedBy.app.displayName}{InitiatedBy.app.displayName}',
    'on {properties.targetResources.displayName}{targetResources.displayName}{TargetResources.displayName}',
    '{properties.targetResources.userPrincipalName}{targetResources.userPrincipalName}{TargetResources.userPrincipalName}',
    'from {properties.initiatedBy.user.ipAddress}{initiatedBy.user.ipAddress}{InitiatedBy.user.ipAddress}',
    '{properties.result}{result}{Result} {properties.resultReason}{resultReason}{ResultReason}',
  ],
  // A target may be told by its id only.
  lacks: ['user', 'group', 'entity', 'privileges'],
  personal: {
    identity: 'name',
    Identity: 'name',
    ...Object.fromEntries(
      ['initiatedBy.user.userPrincipalName', 'targetResources.userPrincipalName'].flatMap(name =>
        names(name).map(key => [key, 'user'] as const),
      ),
    ),
    ...Object.fromEntries(
      ['initiatedBy.user.displayName', 'targetResources.displayName'].flatMap(name =>
        names(name).map(key => [key, 'name'] as const),
      ),
    ),
  },
})

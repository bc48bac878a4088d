import type { Draft, Kind, Source } from '../../src/packs/kit.ts'

const REFUSED = /AccessDenied|Unauthori[sz]ed|NotAuthorized|Forbidden/i

/** An error is a failure; without one, the call did what it says. A sign-in tells its result in another place. */
function finish(source: Source, draft: Draft): void {
  const error = source.text('errorCode')
  const result =
    source.text('responseElements.ConsoleLogin') ??
    source.text('responseElements.SwitchRole') ??
    source.text('responseElements.CheckMfa') ??
    source.text('serviceEventDetails.CredentialVerification') ??
    source.text('serviceEventDetails.UserAuthentication')
  if (error !== undefined && REFUSED.test(error)) draft.refuse()
  else if (error !== undefined || source.text('errorMessage') !== undefined || result === 'Failure')
    draft.end('failure')
  else draft.end('success')
}

/** `HIDDEN_DUE_TO_SECURITY_REASONS` stands for a name that was mistyped and may be a password. */
const known = (name: string | undefined): string | undefined => (name?.startsWith('HIDDEN_DUE_TO') ? undefined : name)

/** The name at the end of an ARN such as `arn:aws:iam::111122223333:role/path/Name`. */
const nameOf = (arn: string | undefined): string | undefined =>
  arn?.startsWith('arn:') ? arn.slice(Math.max(arn.lastIndexOf('/'), arn.lastIndexOf(':')) + 1) : undefined

/** The name of the identity that calls: of a session it is the role's. Root has no name of its own, only its ARN. */
function caller(source: Source): string | undefined {
  const name =
    known(source.text('userIdentity.userName')) ?? source.text('userIdentity.sessionContext.sessionIssuer.userName')
  return name ?? (source.text('userIdentity.type') === 'Root' ? nameOf(source.text('userIdentity.arn')) : undefined)
}

/** `Unknown` is no type. */
function typeOf(source: Source): string | undefined {
  const type = source.text('userIdentity.type')
  return type === 'Unknown' ? undefined : type
}

function actor(source: Source, draft: Draft): void {
  draft
    .set('actor.user.name', caller(source))
    .set('actor.user.uid', source.text('userIdentity.arn'))
    .set('actor.user.uid_alt', source.text('userIdentity.principalId'))
    .set('actor.user.type', typeOf(source))
    .set('actor.user.account.uid', source.text('userIdentity.accountId'))
    .set('actor.app_name', source.text('userIdentity.invokedBy'))
}

/** Services call in their own name: `autoscaling.amazonaws.com`, `AWS Internal`. */
function from(source: Source, draft: Draft): void {
  const address = source.text('sourceIPAddress')
  if (address === undefined) return
  draft.set(
    /\.amazonaws\.com(?:\.cn)?$|^AWS Internal$/.test(address) ? 'src_endpoint.svc_name' : 'src_endpoint.ip',
    address,
  )
}

const common = (source: Source, draft: Draft): void => {
  actor(source, draft)
  from(source, draft)
  finish(source, draft)
}

/** A sign-in: whoever calls is the one who signs in. */
const signIn = (title: string, activity: number): Kind => ({
  title,
  class: 'authentication',
  activity,
  map: { eventSource: 'service.name' },
  also: (source, draft) => {
    draft
      .set('user.name', known(source.text('additionalEventData.UserName')) ?? caller(source))
      .set('user.uid', source.text('userIdentity.arn') ?? source.text('userIdentity.principalId'))
      .set('user.type', typeOf(source))
      .set('user.account.uid', source.text('userIdentity.accountId'))
    from(source, draft)
    finish(source, draft)
  },
})

/** A role is taken on: the account that it is about is the role. */
const assume = (title: string): Kind => ({
  title,
  class: 'authentication',
  activity: 7,
  map: { eventSource: 'service.name', 'requestParameters.roleArn': 'user.uid' },
  also: (source, draft) => {
    const role = source.text('requestParameters.roleArn') ?? source.text('additionalEventData.SwitchTo')
    draft.set('user.name', nameOf(role))
    if (role !== undefined) draft.set('user.type', 'Role')
    common(source, draft)
  },
})

const account = (title: string, activity: number): Kind => ({
  title,
  class: 'account_change',
  activity,
  severity: 2,
  map: {
    'requestParameters.userName': 'user.name',
    'responseElements.accessKey.userName': 'user.name',
    'responseElements.user.arn': 'user.uid',
    'requestParameters.policyArn': 'policy.uid',
    'requestParameters.policyName': 'policy.name',
  },
  also: (source, draft) => {
    // A call about a key without a name, as every change of a password, is about the caller.
    const self = source.text('eventName') === 'ChangePassword' || source.text('requestParameters.accessKeyId')
    if (self && source.text('userIdentity.type') === 'IAMUser') draft.set('user.name', caller(source))
    common(source, draft)
  },
})
/** What a role may do changes: the account is the role. */
const rights = (title: string, activity: number): Kind => ({
  ...account(title, activity),
  map: {
    'requestParameters.roleName': 'user.name',
    'requestParameters.policyArn': 'policy.uid',
    'requestParameters.policyName': 'policy.name',
  },
  also: (source, draft) => {
    if (source.text('requestParameters.roleName') !== undefined) draft.set('user.type', 'Role')
    common(source, draft)
  },
})
const group = (title: string, activity: number): Kind => ({
  title,
  class: 'group_management',
  activity,
  severity: 2,
  map: {
    'requestParameters.groupName': 'group.name',
    'requestParameters.userName': 'user.name',
    'requestParameters.policyArn': 'policy.uid',
    'requestParameters.policyName': 'policy.name',
  },
  also: common,
})
const entity = (title: string, activity: number, type: 'Role' | 'Policy'): Kind => ({
  title,
  class: 'entity_management',
  activity,
  severity: 2,
  map:
    type === 'Role'
      ? { 'requestParameters.roleName': 'entity.name', 'responseElements.role.arn': 'entity.uid' }
      : {
          'requestParameters.policyName': 'entity.name',
          'requestParameters.policyArn': 'entity.uid',
          'responseElements.policy.arn': 'entity.uid',
        },
  also: (source, draft) => {
    if (draft.objects.entity) draft.set('entity.type', type)
    common(source, draft)
  },
})
const object = (title: string, activity: number): Kind => ({
  title,
  class: 'datastore_activity',
  activity,
  map: { 'requestParameters.bucketName': 'databucket.name', 'requestParameters.key': 'databucket.file.path' },
  also: (source, draft) => {
    if (source.text('requestParameters.bucketName') !== undefined) draft.set('databucket.type', 'S3')
    common(source, draft)
  },
})
const item = (title: string, activity: number): Kind => ({
  title,
  class: 'datastore_activity',
  activity,
  map: { 'requestParameters.tableName': 'table.name' },
  also: common,
})
const call = (title: string, activity: number): Kind => ({ title, class: 'api_activity', activity, also: common })

/** Kinds by the name of the event; `s3:` and `dynamodb:` for calls on data; else by what the call does. */
export const KINDS: Readonly<Record<string, Kind>> = {
  ConsoleLogin: signIn('Console sign-in', 1),
  GetSigninToken: signIn('Sign-in token given', 1),
  UserAuthentication: signIn('Identity Center sign-in', 1),
  CredentialVerification: signIn('Credentials checked', 1),
  CheckMfa: signIn('Second factor checked', 1),
  AssumeRoleWithSAML: signIn('Role taken on with SAML', 1),
  AssumeRoleWithWebIdentity: signIn('Role taken on with a web identity', 1),
  Logout: signIn('Sign-out', 2),
  AssumeRole: assume('Role taken on'),
  SwitchRole: assume('Role switched in the console'),
  CreateUser: account('Account created', 1),
  DeleteUser: account('Account deleted', 6),
  UpdateUser: account('Account changed', 99),
  ChangePassword: account('Own password changed', 3),
  UpdateLoginProfile: account('Password reset', 4),
  CreateLoginProfile: account('Console password given', 99),
  DeleteLoginProfile: account('Console password removed', 99),
  CreateAccessKey: account('Access key created', 99),
  UpdateAccessKey: account('Access key changed', 99),
  DeleteAccessKey: account('Access key deleted', 99),
  EnableMFADevice: account('Second factor added', 10),
  DeactivateMFADevice: account('Second factor removed', 11),
  AttachUserPolicy: account('Policy attached to an account', 7),
  PutUserPolicy: account('Policy written into an account', 7),
  DetachUserPolicy: account('Policy detached from an account', 8),
  DeleteUserPolicy: account('Policy deleted from an account', 8),
  AttachRolePolicy: rights('Policy attached to a role', 7),
  PutRolePolicy: rights('Policy written into a role', 7),
  DetachRolePolicy: rights('Policy detached from a role', 8),
  DeleteRolePolicy: rights('Policy deleted from a role', 8),
  CreateGroup: group('Group created', 6),
  DeleteGroup: group('Group deleted', 5),
  AddUserToGroup: group('Member added to a group', 3),
  RemoveUserFromGroup: group('Member removed from a group', 4),
  AttachGroupPolicy: group('Policy attached to a group', 1),
  PutGroupPolicy: group('Policy written into a group', 1),
  DetachGroupPolicy: group('Policy detached from a group', 2),
  DeleteGroupPolicy: group('Policy deleted from a group', 2),
  CreateRole: entity('Role created', 1, 'Role'),
  DeleteRole: entity('Role deleted', 4, 'Role'),
  UpdateRole: entity('Role changed', 3, 'Role'),
  UpdateAssumeRolePolicy: entity('Who may take on a role changed', 3, 'Role'),
  CreatePolicy: entity('Policy created', 1, 'Policy'),
  DeletePolicy: entity('Policy deleted', 4, 'Policy'),
  CreatePolicyVersion: entity('Policy changed', 3, 'Policy'),
  SetDefaultPolicyVersion: entity('Version of a policy chosen', 3, 'Policy'),
  DeletePolicyVersion: entity('Version of a policy deleted', 3, 'Policy'),
  's3:GetObject': object('Object read', 1),
  's3:HeadObject': object('Object read', 1),
  's3:PutObject': object('Object written', 5),
  's3:CopyObject': object('Object copied', 5),
  's3:CompleteMultipartUpload': object('Object written', 5),
  's3:DeleteObject': object('Object deleted', 7),
  's3:DeleteObjects': object('Objects deleted', 7),
  's3:ListObjects': object('Objects listed', 8),
  's3:ListObjectsV2': object('Objects listed', 8),
  's3:PutObjectAcl': object('Access to an object changed', 2),
  'dynamodb:GetItem': item('Item read', 1),
  'dynamodb:BatchGetItem': item('Items read', 1),
  'dynamodb:Query': item('Table queried', 4),
  'dynamodb:Scan': item('Table read', 4),
  'dynamodb:PutItem': item('Item written', 5),
  'dynamodb:UpdateItem': item('Item changed', 2),
  'dynamodb:DeleteItem': item('Item deleted', 7),
  create: call('Any call that creates', 1),
  read: call('Any call that reads', 2),
  update: call('Any call that changes', 3),
  delete: call('Any call that deletes', 4),
}
/** A call whose name does not tell what it does. */
export const OTHER: Kind = call('Any other call', 99)

/** Names that several services use for different things. */
const OF_SERVICE: ReadonlyMap<string, string> = new Map([
  ['s3.amazonaws.com', 's3:'],
  ['dynamodb.amazonaws.com', 'dynamodb:'],
])
/** Services whose calls of these names are about AWS accounts; `CreateUser` of a database is not. */
const IDENTITY = new Set(['iam.amazonaws.com', 'sts.amazonaws.com'])
const SIGN_IN = /^(?:signin|sso|sso-oauth)\.amazonaws\.com$|\.signin\.aws\.amazon\.com$/
const VERBS: readonly (readonly [string, RegExp])[] = [
  ['create', /^(?:Create|Run|Put|Add|Allocate|Import|Register|Copy|Issue|Upload|Publish|Send)(?=[A-Z]|$)/],
  ['read', /^(?:Get|List|Describe|Head|Lookup|Search|BatchGet|Query|Scan|Select|View|Test|Simulate)(?=[A-Z]|$)/],
  [
    'update',
    /^(?:Update|Modify|Set|Attach|Enable|Disable|Change|Associate|Start|Stop|Reboot|Replace|Authorize|Restore|Tag|Untag|Reset|Rotate|Assign|Unassign)(?=[A-Z]|$)/,
  ],
  [
    'delete',
    /^(?:Delete|Remove|Terminate|Detach|Deregister|Release|Revoke|Disassociate|Cancel|Purge|BatchDelete)(?=[A-Z]|$)/,
  ],
]

/** What `kind` gives for an event. */
export function kindOf(source: Source): string | undefined {
  const name = source.text('eventName') ?? ''
  const service = source.text('eventSource') ?? ''
  const own = (OF_SERVICE.get(service) ?? '') + name
  if (Object.hasOwn(KINDS, own) && (own !== name || IDENTITY.has(service) || SIGN_IN.test(service))) return own
  return VERBS.find(([, pattern]) => pattern.test(name))?.[0]
}

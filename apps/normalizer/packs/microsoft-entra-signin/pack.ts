import { type Draft, definePack, type Kind, type Source } from '../../src/packs/kit.ts'

/** The prompt "stay signed in?": neither an end nor an error of the sign-in. */
const GOES_ON = new Set([50140])
/** Stopped by conditional access or by a missing assignment to the application. */
const REFUSED = new Set([50105, 53000, 53001, 53002, 53003, 53004, 53005, 53009, 53011, 500082, 530032, 530034])

function finish(source: Source, draft: Draft): void {
  const told = source.first('properties.status.errorCode', 'status.errorCode', 'resultType', 'ResultType')
  if (told === undefined || !/^\d{1,9}$/.test(told)) return
  const code = Number(told)
  const protocol = source.first(...Object.keys(each('authenticationProtocol', '')))
  if (protocol !== 'none') draft.set('auth_protocol', protocol)
  if (code === 0) {
    draft.end('success')
    return
  }
  draft.set('status_code', told)
  if (REFUSED.has(code)) draft.refuse()
  else if (!GOES_ON.has(code)) draft.end('failure')
}

/** A member of the sign-in: as the diagnostic setting, the Graph API and Log Analytics name it. */
const each = (name: string, path: string): Record<string, string> => ({
  [`properties.${name}`]: path,
  [name]: path,
  [name[0]!.toUpperCase() + name.slice(1)]: path,
})
const WHERE = {
  ...each('ipAddress', 'src_endpoint.ip'),
  IPAddress: 'src_endpoint.ip',
  callerIpAddress: 'src_endpoint.ip',
  ...each('location.city', 'src_endpoint.location.city'),
  ...each('location.countryOrRegion', 'src_endpoint.location.country'),
  'LocationDetails.city': 'src_endpoint.location.city',
  'LocationDetails.countryOrRegion': 'src_endpoint.location.country',
  ...each('deviceDetail.displayName', 'src_endpoint.name'),
  ...each('deviceDetail.deviceId', 'src_endpoint.uid'),
  ...each('userAgent', 'http_request.user_agent'),
  ...each('status.failureReason', 'status_detail'),
  resultDescription: 'status_detail',
  ResultDescription: 'status_detail',
  ...each('correlationId', 'metadata.correlation_uid'),
  ...each('id', 'metadata.uid'),
} as const
const SAYS = [
  'Sign-in',
  'of {properties.userPrincipalName}{userPrincipalName}{UserPrincipalName}',
  'of the service {properties.servicePrincipalName}{servicePrincipalName}{ServicePrincipalName}',
  'to {properties.appDisplayName}{appDisplayName}{AppDisplayName}',
  'for {properties.resourceDisplayName}{resourceDisplayName}{ResourceDisplayName}',
  'from {properties.ipAddress}{ipAddress}{IPAddress}',
  'with {properties.clientAppUsed}{clientAppUsed}{ClientAppUsed}',
  'result {properties.status.errorCode}{status.errorCode}{ResultType}',
  '{properties.status.failureReason}{status.failureReason}{ResultDescription}',
  'conditional access {properties.conditionalAccessStatus}{conditionalAccessStatus}{ConditionalAccessStatus}',
  'risk {properties.riskLevelDuringSignIn}{riskLevelDuringSignIn}{RiskLevelDuringSignIn}',
]
const SEVERITY: Kind['severity'] = {
  by: ['properties.riskLevelDuringSignIn', 'riskLevelDuringSignIn', 'RiskLevelDuringSignIn'],
  words: { low: 2, medium: 3, high: 4 },
  else: 1,
}
const ofUser = (title: string): Kind => ({
  title,
  class: 'authentication',
  activity: 1,
  severity: SEVERITY,
  map: {
    ...each('userPrincipalName', 'user'),
    ...each('userDisplayName', 'user.full_name'),
    ...each('userId', 'user.uid'),
    ...each('appDisplayName', 'service.name'),
    ...each('appId', 'service.uid'),
    ...each('resourceDisplayName', 'service.name'),
    ...WHERE,
  },
  also: finish,
})
const ofService = (title: string): Kind => ({
  title,
  class: 'authentication',
  activity: 1,
  severity: SEVERITY,
  map: {
    ...each('servicePrincipalName', 'user.name'),
    ...each('servicePrincipalId', 'user.uid'),
    ...each('resourceDisplayName', 'service.name'),
    ...each('appDisplayName', 'service.name'),
    ...WHERE,
  },
  also: (source, draft) => {
    if (draft.objects.user) draft.set('user.type', 'Service principal')
    finish(source, draft)
  },
})
const CATEGORIES = [
  'SignInLogs',
  'NonInteractiveUserSignInLogs',
  'ServicePrincipalSignInLogs',
  'ManagedIdentitySignInLogs',
  'ADFSSignInLogs',
]

/** Without a category (Graph API), a sign-in without a user is one of a service. */
function kind(source: Source): string {
  const category = source.first('category', 'Category')
  if (category !== undefined && CATEGORIES.includes(category)) return category
  const user = source.first('userPrincipalName', 'userId', 'UserPrincipalName', 'UserId')
  if (user === undefined && source.first('servicePrincipalId', 'ServicePrincipalId'))
    return 'ServicePrincipalSignInLogs'
  const interactive = source.first('isInteractive', 'IsInteractive')
  return interactive === 'false' ? 'NonInteractiveUserSignInLogs' : 'SignInLogs'
}

export const pack = definePack({
  id: 'microsoft-entra-signin',
  vendor: 'Microsoft',
  product: 'Entra ID sign-in logs',
  names: ['Entra sign-in', 'Entra ID sign-ins', 'Azure AD sign-in logs', 'SigninLogs', 'signinlogs'],
  docs: [
    'https://learn.microsoft.com/graph/api/resources/signin',
    'https://learn.microsoft.com/azure/azure-monitor/reference/tables/signinlogs',
    'https://learn.microsoft.com/entra/identity-platform/reference-error-codes',
  ],
  send: 'A diagnostic setting to an event hub (one record a log), the Graph API auditLogs/signIns, or a query of SigninLogs.',
  marks: {
    keys: [
      ...CATEGORIES.flatMap(name => [
        [`category=${name}`, 'operationName', 'properties'],
        [`Category=${name}`, 'ResultType', 'OperationName'],
      ]),
      ['conditionalAccessStatus', 'createdDateTime', 'appDisplayName'],
      ['clientAppUsed', 'createdDateTime', 'status.errorCode'],
      ['signInEventTypes', 'createdDateTime', 'status'],
      ['servicePrincipalId', 'createdDateTime', 'status.errorCode', 'resourceDisplayName'],
    ],
  },
  time: ['properties.createdDateTime', 'createdDateTime', 'CreatedDateTime', 'time', 'TimeGenerated'],
  kind,
  kinds: {
    SignInLogs: ofUser('Interactive sign-in'),
    NonInteractiveUserSignInLogs: ofUser('Sign-in by an application for a user'),
    ADFSSignInLogs: ofUser('Sign-in at AD FS'),
    ServicePrincipalSignInLogs: ofService('Sign-in of a service principal'),
    ManagedIdentitySignInLogs: ofService('Sign-in of a managed identity'),
  },
  says: SAYS,
  // A sign-in that fails early names neither its application nor its account.
  lacks: ['user', 'service', 'dst_endpoint'],
  personal: {
    identity: 'name',
    Identity: 'name',
    ...Object.fromEntries(
      ['userPrincipalName', 'signInIdentifier', 'alternateSignInName'].flatMap(name =>
        Object.keys(each(name, '')).map(key => [key, 'user'] as const),
      ),
    ),
    ...Object.fromEntries(Object.keys(each('userDisplayName', '')).map(key => [key, 'name'] as const)),
    ...Object.fromEntries(Object.keys(each('deviceDetail.displayName', '')).map(key => [key, 'host'] as const)),
  },
})

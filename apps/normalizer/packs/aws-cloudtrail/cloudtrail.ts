import { applyMapping, type Content } from '../../src/normalize/draft.ts'
import { template } from '../../src/normalize/summary.ts'

const SAYS = template(
  '{eventName}',
  '{eventSource}',
  'by {userIdentity.arn}',
  'user {userIdentity.userName}',
  'from {sourceIPAddress}',
  'region {awsRegion}',
  'error {errorCode} {errorMessage}',
  'agent {userAgent}',
)

/** AWS CloudTrail: API calls, and console logins as authentication. */
export const cloudtrail: Content = (source, draft) => {
  applyMapping(source, draft, {
    eventName: 'api.operation',
    eventSource: 'api.service.name',
    eventVersion: 'metadata.log_version',
    eventID: 'metadata.uid',
    requestID: 'api.request.uid',
    sourceIPAddress: 'src_endpoint.ip',
    userAgent: 'http_request.user_agent',
    awsRegion: 'cloud.region',
    recipientAccountId: 'cloud.account.uid',
    'userIdentity.userName': 'actor.user.name',
    'userIdentity.sessionContext.sessionIssuer.userName': 'actor.user.name',
    'userIdentity.arn': 'actor.user.uid',
    'userIdentity.type': 'actor.user.type',
    errorCode: 'status_code',
    errorMessage: 'status_detail',
  })
  source.use('eventTime')
  const name = source.text('eventName') ?? ''
  draft.is('api_activity', activity(name)).end(source.text('errorCode') ? 'failure' : 'success')
  if (/^(?:ConsoleLogin|SwitchRole|GetSigninToken)$/.test(name)) {
    const failed = /failure/i.test(source.text('responseElements.ConsoleLogin') ?? '')
    draft.is('authentication', 1).end(failed || draft.outcome === 'failure' ? 'failure' : 'success')
    const actor = draft.objects.actor as { user?: { name?: string } } | undefined
    draft.set('user.name', actor?.user?.name)
  }
  if (/AccessDenied|UnauthorizedOperation/i.test(source.text('errorCode') ?? '')) draft.refuse()
  if (draft.outcome === 'failure') draft.atLeast(2)
  draft
    .set('metadata.product.name', 'CloudTrail')
    .set('metadata.product.vendor_name', 'AWS')
    .set('cloud.provider', 'AWS')
  draft.set('metadata.event_code', name)
  draft.summary = SAYS(source.fields)
  return true
}

function activity(name: string): number {
  if (/^(?:Create|Run|Put|Add|Allocate|Import|Register)/.test(name)) return 1
  if (/^(?:Get|List|Describe|Head|Lookup|Search|Batch(?:Get))/.test(name)) return 2
  if (/^(?:Update|Modify|Set|Attach|Enable|Disable|Change|Associate|Start|Stop|Reboot)/.test(name)) return 3
  return /^(?:Delete|Remove|Terminate|Detach|Deregister|Release|Revoke)/.test(name) ? 4 : 99
}

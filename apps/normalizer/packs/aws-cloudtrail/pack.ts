import { definePack, type Kind } from '../../src/packs/kit.ts'
import { KINDS, kindOf, OTHER } from './kinds.ts'

const inAws = (kind: Kind): Kind => ({
  ...kind,
  map: { ...kind.map, eventName: 'metadata.event_code' },
  facts: {
    'cloud.provider': 'AWS',
    'metadata.product.name': 'CloudTrail',
    'metadata.product.vendor_name': 'AWS',
  },
})

export const pack = definePack({
  id: 'aws-cloudtrail',
  vendor: 'AWS',
  product: 'CloudTrail',
  docs: [
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference-record-contents.html',
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference-user-identity.html',
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference-aws-console-sign-in-events.html',
  ],
  send: 'Records of the files in the S3 bucket of the trail, one a log; or EventBridge events of CloudTrail.',
  marks: { syntax: ['cloudtrail'] },
  time: ['eventTime'],
  kind: kindOf,
  map: {
    eventName: 'api.operation',
    eventSource: 'api.service.name',
    eventVersion: 'metadata.log_version',
    eventID: 'metadata.uid',
    requestID: 'api.request.uid',
    userAgent: 'http_request.user_agent',
    awsRegion: 'cloud.region',
    recipientAccountId: 'cloud.account.uid',
    errorCode: 'status_code',
    errorMessage: 'status_detail',
  },
  kinds: Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [name, inAws(kind)])),
  other: inAws(OTHER),
  says: [
    '{eventName}',
    '{eventSource}',
    'by {userIdentity.userName}',
    'with the role {userIdentity.sessionContext.sessionIssuer.userName}',
    'as {userIdentity.type}',
    'account {requestParameters.userName}',
    'role {requestParameters.roleName}',
    'group {requestParameters.groupName}',
    'role {requestParameters.roleArn}',
    'policy {requestParameters.policyArn}{requestParameters.policyName}',
    'object {requestParameters.bucketName} {requestParameters.key}',
    'from {sourceIPAddress}',
    'region {awsRegion}',
    'result {responseElements.ConsoleLogin}',
    'error {errorCode} {errorMessage}',
    'agent {userAgent}',
  ],
  // A refused call does not say what it was for.
  lacks: ['user', 'group', 'entity', 'databucket', 'table'],
  personal: {
    'userIdentity.userName': 'user',
    'userIdentity.arn': 'user',
    'requestParameters.userName': 'user',
    'requestParameters.roleSessionName': 'user',
    'additionalEventData.UserName': 'user',
  },
})

import {
  type Draft,
  definePack,
  type Fields,
  httpActivity,
  type Kind,
  named,
  type Source,
} from '../../src/packs/kit.ts'

/** What S3 writes before anything that the client sent. Keys are encoded and hold no blanks. */
const FRONT =
  /^([0-9a-f]{32,64}|[\w-]{3,64}) ([a-z0-9][a-z0-9.-]{1,62}) \[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4})\] ([0-9a-fA-F.:]{2,45}|-) (\S{1,512}) ([0-9A-Z]{1,64}|-) ([A-Z][A-Z0-9.]{2,64}[A-Z_]{0,64}) (\S{1,4096}) /
const FRONT_NAMES = 'bucket_owner bucket time remote_ip requester request_id operation key'.split(' ')
/** Anchored to the end: with quotes in the request, the referrer or the agent it does not fit, and none is believed. */
const BACK =
  /^"([^"]*)" (\d{3}|-) (\S{1,64}) (\d{1,18}|-) (\d{1,18}|-) (\d{1,12}|-) (\d{1,12}|-) "([^"]*)" "([^"]*)" ([^\s"]{1,1024})((?: [^\s"]{1,1024}){0,12})$/
const BACK_NAMES =
  'request_uri http_status error_code bytes_sent object_size total_time turn_around_time referer user_agent version_id'.split(
    ' ',
  )
const LAST_NAMES =
  'host_id signature_version cipher_suite authentication_type host_header tls_version access_point_arn acl_required'.split(
    ' ',
  )

function read(message: string): Fields | undefined {
  const front = FRONT.exec(message)
  if (!front) return undefined
  const back = BACK.exec(message.slice(front[0].length))
  const fields: Record<string, string> = { ...named(FRONT_NAMES, front.slice(1)) }
  if (!back) return fields
  Object.assign(fields, named(BACK_NAMES, back.slice(1, 11)), named(LAST_NAMES, (back[11] ?? '').trim().split(' ')))
  const request = /^([A-Z]{1,16}) (\S{1,8192}) (HTTP\/\d(?:\.\d)?)$/.exec(fields.request_uri ?? '')
  if (request) {
    fields.method = request[1]!
    fields.uri = request[2]!
  }
  return fields
}

function who(source: Source, draft: Draft): void {
  const requester = source.text('requester')
  draft.set('actor.user.uid', requester)
  // Of a session, the name of its role; a canonical id is no name.
  const name =
    /^arn:[\w-]{1,16}:(?:iam::\d{12}:user\/(?:[^/]{1,128}\/){0,8}([^/]{1,128})|sts::\d{12}:assumed-role\/([^/]{1,128})\/.{1,128})$/.exec(
      requester ?? '',
    )
  draft.set('actor.user.name', name?.[1] ?? name?.[2])
  const method = source.text('method')
  if (httpActivity(method) !== 99) draft.set('http_request.http_method', method)
  const code = Number(source.text('http_status'))
  if (source.text('error_code') === 'AccessDenied') draft.refuse()
  else if (code >= 100) draft.end(code >= 400 ? 'failure' : 'success')
}
const access = (title: string, activity: number): Kind => ({
  title,
  class: 'datastore_activity',
  activity,
  severity: 1,
  map: {
    bucket: 'databucket.name',
    key: 'databucket.file.path',
    remote_ip: 'src_endpoint.ip',
    operation: 'api.operation',
    request_id: 'api.request.uid',
    uri: 'http_request.url.url_string',
    host_header: 'http_request.url.hostname',
    user_agent: 'http_request.user_agent',
    referer: 'http_request.referrer',
    http_status: 'http_response.code',
    error_code: 'status_code',
  },
  facts: { 'cloud.provider': 'AWS', 'databucket.type': 'S3' },
  also: who,
})

/** `REST.GET.OBJECT` and `BATCH.DELETE.OBJECT` by method and what it is about. */
function kind(source: Source): string {
  const [, method = '', what = ''] =
    /^[A-Z0-9]{1,16}\.([A-Z]{1,16})\.([A-Z_]{1,64})$/.exec(source.text('operation') ?? '') ?? []
  const name = `${method}:${what}`
  return Object.hasOwn(KINDS, name) ? name : 'other'
}
const KINDS: Readonly<Record<string, Kind>> = {
  'GET:OBJECT': access('Object read', 1),
  'HEAD:OBJECT': access('Object asked about', 1),
  'PUT:OBJECT': access('Object written', 5),
  'POST:OBJECT': access('Object written', 5),
  'COPY:OBJECT': access('Object copied', 5),
  'COPY:OBJECT_GET': access('Object read to be copied', 1),
  'DELETE:OBJECT': access('Object deleted', 7),
  'EXPIRE:OBJECT': access('Object expired', 7),
  'GET:BUCKET': access('Objects listed', 8),
  'GET:BUCKETVERSIONS': access('Versions listed', 8),
  'PUT:PART': access('Part of an object written', 5),
  'PUT:ACL': access('Access changed', 2),
  'PUT:OBJECT_ACL': access('Access to an object changed', 2),
  'PUT:BUCKETPOLICY': access('Policy of the bucket changed', 2),
  'DELETE:BUCKETPOLICY': access('Policy of the bucket deleted', 2),
  'DELETE:BUCKET': access('Bucket deleted', 7),
  other: access('Any other access', 99),
}
const OWNERS = ['<w>', '<n><w>']
const BUCKETS = [
  '<w>',
  '<w>-<w>',
  '<w>-<n>',
  '<w>.<w>',
  '<w>-<w>-<w>',
  '<w>-<w>-<n>',
  '<w>.<w>.<w>',
  '<w>-<w>-<w>-<w>',
  '<w>-<w>-<w>-<n>',
]

export const pack = definePack({
  id: 'aws-s3-access',
  vendor: 'AWS',
  product: 'S3 server access logs',
  names: ['S3', 'S3 access', 's3access'],
  docs: ['https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html'],
  send: 'Lines of the log objects in the target bucket.',
  marks: {
    heads: OWNERS.flatMap(owner =>
      BUCKETS.flatMap(bucket => [`${owner} ${bucket} [<t>] <ip> `, `${owner} ${bucket} [<t>] - `]),
    ),
  },
  confirms: ({ message }) => message !== undefined && FRONT.test(message),
  read,
  time: ['time'],
  kind,
  kinds: KINDS,
  says: [
    '{operation}',
    '{bucket}',
    'object {key}',
    'by {requester}',
    'from {remote_ip}',
    'status {http_status} {error_code}',
    'bytes {bytes_sent}',
    'agent {user_agent}',
  ],
  // Access without a login names nobody; S3's own jobs have no address.
  lacks: ['actor', 'src_endpoint'],
  personal: { requester: 'user', remote_ip: 'ip' },
})

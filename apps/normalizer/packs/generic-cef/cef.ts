import { applyMapping, type Content, type Draft, type Mapping, type Source } from '../../src/normalize/draft.ts'
import { severityOfTen, severityOfWord } from '../../src/normalize/severity.ts'
import { template } from '../../src/normalize/summary.ts'
import { classify } from '../../src/packs/classify.ts'

/** CEF extension keys (ArcSight's dictionary). */
const CEF: Mapping = {
  src: 'src_endpoint.ip',
  c6a2: 'src_endpoint.ip',
  spt: 'src_endpoint.port',
  smac: 'src_endpoint.mac',
  shost: 'src_endpoint.hostname',
  sntdom: 'actor.user.domain',
  suser: 'actor.user',
  suid: 'actor.user.uid',
  dst: 'dst_endpoint.ip',
  c6a3: 'dst_endpoint.ip',
  dpt: 'dst_endpoint.port',
  dmac: 'dst_endpoint.mac',
  dhost: 'dst_endpoint.hostname',
  dntdom: 'user.domain',
  duser: 'user',
  duid: 'user.uid',
  dvchost: 'device.hostname',
  dvc: 'device.ip',
  dvcmac: 'device.mac',
  host: 'device.hostname',
  proto: 'connection_info.protocol_name',
  app: 'app_name',
  request: 'http_request.url.url_string',
  requestMethod: 'http_request.http_method',
  requestClientApplication: 'http_request.user_agent',
  fname: 'file.name',
  filePath: 'file.path',
  fileHash: 'file.hash',
  fsize: 'file.size',
  sproc: 'process.name',
  spid: 'process.pid',
  dproc: 'process.name',
  dpid: 'process.pid',
  in: 'traffic.bytes_in',
  out: 'traffic.bytes_out',
  deviceDirection: 'connection_info.direction',
  destinationDnsDomain: 'query.hostname',
  // Long names of the same keys.
  sourceAddress: 'src_endpoint.ip',
  sourcePort: 'src_endpoint.port',
  sourceMacAddress: 'src_endpoint.mac',
  sourceHostName: 'src_endpoint.hostname',
  sourceUserName: 'actor.user',
  destinationAddress: 'dst_endpoint.ip',
  destinationPort: 'dst_endpoint.port',
  destinationMacAddress: 'dst_endpoint.mac',
  destinationHostName: 'dst_endpoint.hostname',
  destinationUserName: 'user',
  deviceHostName: 'device.hostname',
  deviceAddress: 'device.ip',
  transportProtocol: 'connection_info.protocol_name',
  requestUrl: 'http_request.url.url_string',
  fileName: 'file.name',
}
const LEEF: Mapping = {
  src: 'src_endpoint.ip',
  srcPort: 'src_endpoint.port',
  srcMAC: 'src_endpoint.mac',
  dst: 'dst_endpoint.ip',
  dstPort: 'dst_endpoint.port',
  dstMAC: 'dst_endpoint.mac',
  proto: 'connection_info.protocol_name',
  usrName: 'user',
  accountName: 'user',
  domain: 'user.domain',
  identHostName: 'device.hostname',
  host: 'device.hostname',
  url: 'http_request.url.url_string',
  srcBytes: 'traffic.bytes_out',
  dstBytes: 'traffic.bytes_in',
}

const CEF_SAYS = template(
  '{name}',
  '{deviceVendor} {deviceProduct} {deviceEventClassId}:',
  '{msg}',
  'action {act}',
  'reason {reason}',
  'user {suser}',
  'to user {duser}',
  'from {src}',
  'port {spt}',
  '{shost}',
  'to {dst}',
  'port {dpt}',
  '{dhost}',
  '{requestMethod} {request}',
  'file {filePath} {fname}',
  'process {sproc} {dproc}',
  '{cs1Label} {cs1}',
  '{cs2Label} {cs2}',
  '{cs3Label} {cs3}',
)
const LEEF_SAYS = template(
  '{deviceVendor} {deviceProduct} {eventId}:',
  '{cat}',
  '{msg}',
  'action {action}',
  'user {usrName}',
  'from {src}',
  'port {srcPort}',
  'to {dst}',
  'port {dstPort}',
  '{url}',
  '{policy}',
)

export const cef: Content = (source, draft) => {
  header(source, draft, 'deviceEventClassId')
  applyMapping(source, draft, CEF)
  lowerProtocol(draft)
  const severity = source.take('severity')
  draft.atLeast(/^\d{1,2}$/.test(String(severity)) ? severityOfTen(Number(severity)) : (severityOfWord(severity) ?? 1))
  classify(draft, {
    action: source.first('act', 'deviceAction', 'categoryOutcome'),
    outcome: source.first('outcome', 'categoryOutcome'),
    words: `${source.text('name') ?? ''} ${source.text('cat') ?? ''} ${source.text('categoryBehavior') ?? ''}`,
    product: `${source.text('deviceVendor') ?? ''} ${source.text('deviceProduct') ?? ''}`,
  })
  draft.summary = CEF_SAYS(source.fields)
  source.use('rt', 'cefVersion', 'syslog_severity', 'facility', 'facility_code', 'severity_code')
  // A custom field is read under its label.
  for (const name in source.fields) {
    if (!name.endsWith('Label')) continue
    const label = source.fields[name]
    if (typeof label === 'string' && Object.hasOwn(source.fields, label.replace(/\s+/gu, '')))
      source.use(name, name.slice(0, -5))
  }
  return true
}

export const leef: Content = (source, draft) => {
  header(source, draft, 'eventId')
  applyMapping(source, draft, LEEF)
  lowerProtocol(draft)
  const severity = Number(source.take('sev') ?? Number.NaN)
  if (Number.isFinite(severity)) draft.atLeast(severityOfTen(severity))
  classify(draft, {
    action: source.first('action', 'act'),
    outcome: source.text('outcome'),
    words: `${source.text('eventId') ?? ''} ${source.text('cat') ?? ''}`,
    product: `${source.text('deviceVendor') ?? ''} ${source.text('deviceProduct') ?? ''}`,
  })
  draft.summary = LEEF_SAYS(source.fields)
  source.use('devTime', 'devTimeFormat', 'leefVersion')
  return true
}

function header(source: Source, draft: Draft, code: string): void {
  draft
    .set('metadata.product.vendor_name', source.text('deviceVendor'))
    .set('metadata.product.name', source.text('deviceProduct'))
    .set('metadata.product.version', source.text('deviceVersion'))
    .set('metadata.event_code', source.text(code))
}

function lowerProtocol(draft: Draft): void {
  const info = draft.objects.connection_info as { protocol_name?: string } | undefined
  if (typeof info?.protocol_name === 'string') info.protocol_name = info.protocol_name.toLowerCase()
}

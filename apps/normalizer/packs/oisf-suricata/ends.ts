import { type Draft, httpActivity, type Source } from '../../src/packs/kit.ts'

/** Who asks and who answers. EVE tells who sent the packet, which of an answer is the server. */
export function setEnds(source: Source, draft: Draft): void {
  const client = source.text('flow.src_ip')
  if (client !== undefined) {
    draft.set('src_endpoint.ip', client).set('src_endpoint.port', source.take('flow.src_port'))
    draft.set('dst_endpoint.ip', source.text('flow.dest_ip')).set('dst_endpoint.port', source.take('flow.dest_port'))
    source.use('src_ip', 'src_port', 'dest_ip', 'dest_port')
    return
  }
  const [from, to] = isAnswer(source) ? ['dst_endpoint', 'src_endpoint'] : ['src_endpoint', 'dst_endpoint']
  draft.set(`${from}.ip`, known(source.text('src_ip'))).set(`${from}.port`, source.take('src_port'))
  draft.set(`${to}.ip`, known(source.text('dest_ip'))).set(`${to}.port`, source.take('dest_port'))
}

/** A packet that the server sends to the client. */
function isAnswer(source: Source): boolean {
  if (source.text('direction') === 'to_client') return true
  const from = Number(source.text('src_port') ?? 0)
  const to = Number(source.text('dest_port') ?? 0)
  const type = source.text('event_type')
  if (type === 'dns') return from === 53 && to !== 53
  if (type === 'krb5') return from === 88 && to !== 88
  // A file that is fetched comes from the server.
  return type === 'fileinfo' && source.text('http.http_method') === 'GET' && from < to
}

/** A client without a lease has no address. */
const known = (ip: string | undefined): string | undefined => (ip === '0.0.0.0' || ip === '::' ? undefined : ip)

/** What every event has: protocol and, if it was told apart, the application's. */
export function setConnection(source: Source, draft: Draft): void {
  const protocol = source.text('proto')?.toLowerCase()
  draft.set('connection_info.protocol_name', protocol)
}

export function setProtocol(source: Source, draft: Draft): void {
  const application = source.text('app_proto')
  if (application !== 'failed' && application !== 'unknown') draft.set('app_protocol_name', application)
}

/** Method and outcome of a request. OCSF has only the common methods. */
export function setHttp(source: Source, draft: Draft): void {
  const method = source.text('http.http_method')
  const activity = method === undefined ? 0 : httpActivity(method)
  draft.is('http_activity', activity)
  if (activity > 0 && activity < 99) draft.set('http_request.http_method', method?.toUpperCase())
  const status = Number(source.text('http.status') ?? 0)
  if (status >= 100) draft.end(status >= 400 ? 'failure' : 'success')
}

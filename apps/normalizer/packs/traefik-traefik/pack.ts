import { definePack, httpActivity } from '../../src/packs/kit.ts'

export const pack = definePack({
  id: 'traefik-traefik',
  vendor: 'Traefik Labs',
  product: 'Traefik',
  names: ['Traefik Proxy'],
  docs: ['https://doc.traefik.io/traefik/observability/access-logs/'],
  send: 'accessLog: format: json, to a file or the standard output. Its text format is read by generic-web-access.',
  marks: {
    keys: [
      ['DownstreamStatus', 'RequestMethod', 'ClientAddr'],
      ['DownstreamStatus', 'RequestMethod', 'ClientHost'],
      ['DownstreamStatus', 'RequestMethod', 'RequestPath'],
    ],
  },
  time: ['StartUTC', 'StartLocal', 'time'],
  host: ['host'],
  kind: () => 'request',
  kinds: {
    request: {
      title: 'Web request',
      class: 'http_activity',
      activity: 0,
      severity: 1,
      map: {
        ClientHost: 'src_endpoint.ip',
        ClientUsername: 'actor.user',
        RequestHost: 'http_request.url.hostname',
        RequestPath: 'http_request.url.url_string',
        RequestScheme: 'http_request.url.scheme',
        RequestProtocol: 'http_request.version',
        RequestContentSize: 'http_request.length',
        'request_User-Agent': 'http_request.user_agent',
        request_Referer: 'http_request.referrer',
        DownstreamStatus: 'http_response.code',
        DownstreamContentSize: 'http_response.length',
        TLSVersion: 'tls.version',
        TLSCipher: 'tls.cipher',
        TLSClientSubject: 'tls.certificate.subject',
      },
      says: [
        '{RequestMethod} {RequestHost}{RequestPath}',
        'status {DownstreamStatus}',
        'from {ClientHost}',
        'user {ClientUsername}',
        'by {RouterName}',
        'to {ServiceAddr}',
        'agent {request_User-Agent}',
      ],
      also: (source, draft) => {
        const method = source.text('RequestMethod')
        const activity = method === undefined ? 0 : httpActivity(method)
        draft.is('http_activity', activity)
        if (activity > 0 && activity < 99) draft.set('http_request.http_method', method)
        // The host may be taken from a header of a trusted proxy; then the port is another machine's.
        const address = source.text('ClientAddr')
        const host = source.text('ClientHost')
        if (host === undefined) draft.set('src_endpoint.ip', address)
        else if (address?.startsWith(`${host}:`) || address?.startsWith(`[${host}]:`)) {
          draft.set('src_endpoint.port', source.text('ClientPort'))
        }
        const status = Number(source.text('DownstreamStatus') ?? 0)
        if (status >= 100) draft.end(status >= 400 ? 'failure' : 'success')
        if (status >= 500) draft.atLeast(3)
      },
    },
  },
  personal: { ClientUsername: 'user', TLSClientSubject: 'name' },
})

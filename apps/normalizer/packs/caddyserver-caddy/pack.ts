import { definePack, httpActivity } from '../../src/packs/kit.ts'

const LEVEL = { by: 'level', words: { fatal: 5, panic: 5, error: 3, warn: 2 }, else: 1 } as const

export const pack = definePack({
  id: 'caddyserver-caddy',
  vendor: 'Caddy',
  product: 'Caddy',
  names: ['Caddy Server', 'Caddy 2'],
  docs: ['https://caddyserver.com/docs/logging', 'https://caddyserver.com/docs/caddyfile/directives/log'],
  send: 'log { output net <address> } or a file for a shipper; format json, the default.',
  marks: {
    keys: [
      ['request.remote_ip', 'logger', 'level', 'ts', 'msg'],
      ['request', 'request.remote_ip', 'level', 'ts', 'msg'],
      ['request', 'request.remote_addr', 'logger', 'level', 'ts'],
      ['logger=tls', 'level', 'ts', 'msg'],
      ['logger=tls.obtain', 'level', 'ts', 'msg'],
      ['logger=admin', 'level', 'ts', 'msg'],
      ['logger=admin.api', 'level', 'ts', 'msg'],
    ],
  },
  time: ['ts'],
  host: ['host'],
  kind: source => {
    if (source.text('request.method') !== undefined) return 'request'
    const logger = source.text('logger') ?? ''
    return /^(?:tls|admin)(?:$|\.)/.test(logger) ? 'server' : undefined
  },
  kinds: {
    request: {
      title: 'Web request',
      class: 'http_activity',
      activity: 0,
      severity: LEVEL,
      map: {
        // `client_ip` is who asks behind the proxies that are trusted; `remote_ip` is the next hop.
        'request.client_ip': 'src_endpoint.ip',
        'request.remote_ip': 'src_endpoint.ip',
        'request.remote_addr': 'src_endpoint.ip',
        user_id: 'actor.user',
        'request.host': 'http_request.url.hostname',
        'request.uri': 'http_request.url.url_string',
        'request.proto': 'http_request.version',
        'request.headers.User-Agent': 'http_request.user_agent',
        'request.headers.Referer': 'http_request.referrer',
        'request.tls.server_name': 'tls.sni',
        status: 'http_response.code',
        size: 'http_response.length',
        bytes_read: 'http_request.length',
      },
      says: [
        '{request.method} {request.host}{request.uri}',
        'status {status}',
        'from {request.client_ip}',
        'by way of {request.remote_ip}',
        'user {user_id}',
        'error {error}',
        'agent {request.headers.User-Agent}',
      ],
      also: (source, draft) => {
        const method = source.text('request.method')
        const activity = method === undefined ? 0 : httpActivity(method)
        draft.is('http_activity', activity)
        if (activity > 0 && activity < 99) draft.set('http_request.http_method', method)
        // The port belongs to the next hop.
        const next = source.text('request.remote_ip')
        const client = source.text('request.client_ip')
        if (client === undefined || client === next) draft.set('src_endpoint.port', source.text('request.remote_port'))
        const status = Number(source.text('status') ?? 0)
        if (status >= 100) draft.end(status >= 400 ? 'failure' : 'success')
        if (status >= 500) draft.atLeast(3)
      },
    },
    server: {
      title: 'Message of the server',
      class: 'base_event',
      activity: 0,
      severity: LEVEL,
      says: ['{logger}', '{msg}', '{identifier}', '{domain}', '{error}'],
    },
  },
  personal: { user_id: 'user' },
})

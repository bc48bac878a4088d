import { definePack, type Fields, httpActivity } from '../../src/packs/kit.ts'

/**
 * The native format: `1795253398.123    45 192.0.2.10 TCP_MISS/200 1234 GET http://… ann HIER_DIRECT/198.51.100.20 text/html`.
 * The address may hold no blank: Squid escapes it.
 */
const NATIVE =
  /^\s{0,8}(\d{9,10}\.\d{3}) +(-?\d{1,10}) (\S{1,255}) ([A-Z_]{2,64})\/(\d{3}) (\d{1,18}) ([A-Za-z_:-]{1,32}) (\S{1,16384}) (\S{1,256}) ([A-Z_]{2,64})\/(\S{1,255}) (\S{1,256})\s*$/

function read(message: string): Fields | undefined {
  const m = NATIVE.exec(message)
  if (!m) return undefined
  const [, time, elapsed, client, result, status, bytes, method, url, user, hierarchy, peer, type] = m
  const told = { time, elapsed, client, result, status, bytes, method, url, user, hierarchy, peer, type }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== '-' && value !== ''))
}
export const pack = definePack({
  id: 'squid-cache',
  vendor: 'Squid',
  product: 'Squid',
  names: ['Squid proxy', 'Squid Cache'],
  docs: ['https://wiki.squid-cache.org/Features/LogFormat', 'http://www.squid-cache.org/Doc/config/logformat/'],
  send: 'access_log udp://<address> squid, access_log syslog:local4.info squid, or the file through a shipper.',
  marks: {
    tags: ['squid', '(squid-1)'],
    heads: ['<n>.<n> <n> <ip> <w>/<n> <n> <w> ', '<n>.<n> -<n> <ip> <w>/<n> <n> <w> '],
  },
  read,
  time: ['time'],
  kind: source => (source.text('result') === undefined ? undefined : 'request'),
  kinds: {
    request: {
      title: 'Web request',
      class: 'http_activity',
      activity: 0,
      severity: 1,
      map: {
        client: 'src_endpoint.ip',
        user: 'actor.user',
        url: 'http_request.url.url_string',
        bytes: 'http_response.length',
        type: 'http_response.content_type',
      },
      says: ['{method} {url}', '{result}', 'status {status}', 'from {client}', 'user {user}', 'peer {peer}'],
      also: (source, draft) => {
        const method = source.text('method')
        const activity = method === undefined ? 0 : httpActivity(method)
        draft.is('http_activity', activity)
        if (activity > 0 && activity < 99) draft.set('http_request.http_method', method?.toUpperCase())
        // The server that was asked; a parent proxy or the cache is none.
        if (/^(?:HIER_)?(?:DIRECT|ORIGINAL_DST|PINNED)$/.test(source.text('hierarchy') ?? '')) {
          draft.set('dst_endpoint.ip', source.text('peer'))
        }
        // `www.example.com:443` of a tunnel.
        const host = /^([\w.-]{1,255}):(\d{1,5})$/.exec(source.text('url') ?? '')
        if (method === 'CONNECT' && host) {
          draft.set('http_request.url.hostname', host[1]).set('http_request.url.port', host[2])
        }
        const status = Number(source.text('status'))
        // 000: there was no answer.
        if (status >= 100) draft.set('http_response.code', status)
        if (Number(source.text('elapsed')) >= 0) draft.set('duration', source.text('elapsed'))
        if (status !== 407 && /_DENIED(?:_|$)/.test(source.text('result') ?? '')) draft.refuse()
        else if (status >= 100) draft.end(status >= 400 ? 'failure' : 'success')
        else draft.end('failure')
      },
    },
  },
  personal: { user: 'user' },
})

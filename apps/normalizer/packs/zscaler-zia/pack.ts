import { type Draft, definePack, httpActivity, type Kind, type Source } from '../../src/packs/kit.ts'

/** What Zscaler writes where there is nothing. */
const NOTHING = /^(?:None|NA|N\/A|Unknown|Other|0\.0\.0\.0|::)$/i
const told = (source: Source, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = source.text(name)
    if (value !== undefined && !NOTHING.test(value)) return value
  }
  return undefined
}
/** Spaces and commas are written as `%20`, `%2C` in some fields of the firewall's feed. */
function clear(text: string | undefined): string | undefined {
  return text?.replace(/%(20|2C|27)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const ACTION: Kind['ends'] = {
  by: ['action', 'act', 'resaction', 'reqaction'],
  allowed: [
    'Allowed',
    'Allow',
    'Permit',
    'Allow due to insufficient app data',
    'Res_Allow',
    'Req_Allow',
    'RES_ACTION_ALLOW',
  ],
  refused: ['Blocked', 'Block', 'Drop', 'Reset', 'Block/Drop', 'Block/Reset', 'Block/ICMP', 'IPS Drop', 'IPS Reset'],
}
function user(source: Source, draft: Draft): void {
  const name = told(source, 'login', 'user', 'elogin', 'suser', 'usrName')
  // Without a user, the location stands in its place.
  if (name !== told(source, 'location', 'locationname')) draft.set('actor.user', name)
}

/** Names of the JSON and Splunk feeds, then those of CEF and LEEF. */
function web(source: Source, draft: Draft): void {
  const method = told(source, 'reqmethod', 'requestmethod', 'requestMethod')
  draft.is('http_activity', method === undefined ? 99 : httpActivity(method))
  user(source, draft)
  const url = told(source, 'eurl', 'url', 'request')
  draft
    .set('src_endpoint.ip', told(source, 'cip', 'ClientIP', 'src'))
    .set('src_endpoint.hostname', told(source, 'devicehostname'))
    .set('dst_endpoint.ip', told(source, 'sip', 'serverip', 'dst'))
    .set('http_request.http_method', method)
    .set('http_request.url.url_string', url)
    .set('http_request.url.hostname', told(source, 'hostname', 'ehost', 'dhost'))
    .set('http_request.user_agent', told(source, 'ua', 'eua', 'useragent', 'requestClientApplication'))
    .set('http_request.referrer', told(source, 'ereferer', 'refererURL', 'requestContext'))
    .set('http_response.code', told(source, 'respcode', 'status', 'outcome'))
    .set('firewall_rule.name', told(source, 'rulelabel'))
    .set('app_name', told(source, 'appname', 'app'))
    .set('traffic.bytes_out', told(source, 'reqsize', 'requestsize', 'out'))
    .set('traffic.bytes_in', told(source, 'respsize', 'responsesize', 'in'))
  threat(source, draft)
}

/** A threat that was found makes the event severe; the class stays. */
function threat(source: Source, draft: Draft): void {
  if (told(source, 'threatname') !== undefined) draft.atLeast(4)
}

const IDS = 'tcp udp icmp gre esp'.split(' ')

export const pack = definePack({
  id: 'zscaler-zia',
  vendor: 'Zscaler',
  product: 'Internet Access',
  names: ['ZIA', 'NSS', 'Nanolog', 'Zscaler'],
  docs: [
    'https://help.zscaler.com/zia/nss-feed-output-format-web-logs',
    'https://help.zscaler.com/zia/nss-feed-output-format-firewall-logs',
    'https://help.zscaler.com/zia/nss-feed-output-format-dns-logs',
  ],
  send: 'A Cloud NSS or NSS feed with the output type JSON (best), Splunk, or CEF.',
  marks: {
    keys: [
      ['urlsupercat', 'cip', 'reqmethod'],
      ['urlcat', 'cip', 'reqmethod'],
      ['nwsvc', 'csip', 'cdip'],
      ['nwsvc', 'ssip', 'sdip'],
      ['reqrulelabel', 'resaction', 'clt_sip'],
      ['clt_sip', 'srv_dip', 'req'],
      ['ClientIP', 'urlcategory', 'serverip'],
    ],
    cef: ['Zscaler|'],
  },
  time: ['epochtime', 'time tz', 'datetime tz', 'rt'],
  kind: source => {
    if (told(source, 'cip', 'ClientIP') !== undefined && told(source, 'eurl', 'url', 'ehost', 'hostname') !== undefined)
      return 'web'
    if (source.text('deviceProduct') !== undefined) return told(source, 'request') === undefined ? undefined : 'web'
    if (source.text('nwsvc') !== undefined) return 'firewall'
    return told(source, 'req') !== undefined && source.text('clt_sip') !== undefined ? 'dns' : undefined
  },
  kinds: {
    web: {
      title: 'Web address visited',
      class: 'http_activity',
      activity: 99,
      ends: ACTION,
      severity: 1,
      says: [
        '{action}',
        '{act}',
        '{reqmethod}{requestmethod}{requestMethod}',
        '{eurl}{url}{request}',
        'user {login}{user}{suser}',
        'from {cip}{ClientIP}{src}',
        'to {sip}{serverip}{dst}',
        'category {urlcat}{urlcategory}',
        'rule {rulelabel}',
        'threat {threatname}',
        '{reason}',
      ],
      also: web,
    },
    firewall: {
      title: 'Connection allowed or refused',
      class: 'network_activity',
      activity: {
        by: 'action',
        words: { drop: 5, reset: 5, 'block/drop': 5, 'block/reset': 5, 'block/icmp': 5, 'ips drop': 5, 'ips reset': 5 },
        else: 6,
      },
      ends: ACTION,
      severity: 1,
      says: [
        '{action}',
        '{proto} {nwsvc}',
        'from {csip}',
        'port {csport}',
        'to {cdip}',
        'port {cdport}',
        'user {user}{login}',
        'rule {rulelabel}',
        'threat {threatname}',
      ],
      also: (source, draft) => {
        user(source, draft)
        const protocol = told(source, 'proto')?.toLowerCase()
        draft
          .set('src_endpoint.ip', told(source, 'csip'))
          .set('src_endpoint.port', source.text('csport'))
          .set('src_endpoint.hostname', told(source, 'devicehostname'))
          .set('dst_endpoint.ip', told(source, 'cdip', 'sdip'))
          .set('dst_endpoint.port', source.text('cdport'))
          .set('connection_info.protocol_name', IDS.includes(protocol ?? '') ? protocol : undefined)
          .set('firewall_rule.name', clear(told(source, 'rulelabel')))
          .set('app_name', told(source, 'nwapp'))
          .set('traffic.bytes_out', source.text('outbytes'))
          .set('traffic.bytes_in', source.text('inbytes'))
        threat(source, draft)
      },
    },
    dns: {
      title: 'Name looked up',
      class: 'dns_activity',
      activity: 6,
      ends: ACTION,
      severity: 1,
      says: [
        'DNS {req}',
        '{reqtype}',
        '{res}',
        'user {user}{login}',
        'from {clt_sip}',
        'to {srv_dip}',
        'rule {resrulelabel}',
      ],
      also: (source, draft) => {
        user(source, draft)
        draft
          .set('query.hostname', told(source, 'req'))
          .set('query.type', told(source, 'reqtype'))
          .set('src_endpoint.ip', told(source, 'clt_sip'))
          .set('src_endpoint.hostname', told(source, 'devicehostname'))
          .set('dst_endpoint.ip', told(source, 'srv_dip'))
          .set('dst_endpoint.port', source.text('srv_dport'))
          .set('firewall_rule.name', clear(told(source, 'resrulelabel', 'reqrulelabel')))
      },
    },
  },
  personal: {
    login: 'user',
    user: 'user',
    suser: 'user',
    elogin: 'user',
    devicehostname: 'host',
    deviceowner: 'user',
    cip: 'ip',
    ClientIP: 'ip',
    csip: 'ip',
    clt_sip: 'ip',
    clientpublicIP: 'ip',
    cintip: 'ip',
  },
  // Addresses may be left out of a feed.
  lacks: ['src_endpoint'],
})

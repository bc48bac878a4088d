import type { Draft } from '../normalize/draft.ts'

export interface Hints {
  readonly action?: string | undefined
  readonly outcome?: string | undefined
  /** Name and category of the event, in the sender's words. */
  readonly words?: string
  readonly product?: string
}

const DENIED =
  /^(?:den(?:y|ied)|block(?:ed)?|drop(?:ped)?|reject(?:ed)?|refus(?:e|ed)|reset(?:-\w+)?|prevent(?:ed)?|quarantined?|discard(?:ed)?|not[ _-]?allowed)\b/i
const ALLOWED =
  /^(?:allow(?:ed)?|accept(?:ed)?|permit(?:ted)?|pass(?:ed)?|pass-through|detect(?:ed)?|monitor(?:ed)?|built|open(?:ed)?|close[d]?)\b/i
const SUCCEEDED = /^(?:\/?success(?:ful|fully)?|succeeded|ok|true|completed|granted|allow(?:ed)?)\b/i
const FAILED = /^(?:\/?fail(?:ure|ed)?|error|false|denied|rejected|unauthori[sz]ed|invalid)\b/i

const LOGON = /\b(?:log(?:ged)?[ -]?[oi]n|sign(?:ed)?[ -]?in|authenticat(?:ion|ed)|auth (?:failed|failure|success))\b/i
const LOGOFF = /\b(?:log(?:ged)?[ -]?(?:off|out)|sign(?:ed)?[ -]?out)\b/i
const THREAT = /\b(?:malware|virus|trojan|exploit|ids|ips|intrusion|threat|attack|infect)/i

const METHODS = ['', 'CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'TRACE', 'PATCH']

/** OCSF activity of an HTTP method; 99 for a method that OCSF does not name. */
export function httpActivity(method: unknown): number {
  const index = typeof method === 'string' ? METHODS.indexOf(method.toUpperCase()) : 0
  return index < 0 ? 99 : index
}

/**
 * Sets class, activity and outcome of an event whose sender gives none (CEF, LEEF, plain JSON, pairs), from the objects
 * found so far and the sender's words: HTTP if there is a method or status, a logon if the words and a user say so, a
 * network connection if both ends are known.
 */
export function classify(draft: Draft, hints: Hints): void {
  const { action = '', outcome = '', words = '', product = '' } = hints
  const objects = draft.objects
  const request = objects.http_request as { http_method?: string; url?: object } | undefined
  const response = objects.http_response as { code?: number } | undefined
  const denied = DENIED.test(action) || (action === '' && /\b(?:den(?:y|ied)|blocked|dropped|rejected)\b/i.test(words))
  if (objects.user === undefined && LOGON.test(words)) {
    // If the sender names only one user, that is the one who logs in.
    const { user, ...rest } = (objects.actor ?? {}) as { user?: object }
    if (user) objects.user = user
    if (Object.keys(rest).length > 0) objects.actor = rest
    else delete objects.actor
  }
  const user = objects.user !== undefined
  if (user && (LOGON.test(words) || LOGOFF.test(words)) && !request) {
    draft.is('authentication', LOGOFF.test(words) && !LOGON.test(words) ? 2 : 1)
  } else if (request?.http_method || (request && response)) {
    draft.is('http_activity', httpActivity(request.http_method))
  } else if (objects.query !== undefined) draft.is('dns_activity', 1)
  else if (hasIp(objects.src_endpoint) && hasIp(objects.dst_endpoint)) {
    draft.is('network_activity', denied ? 5 : networkActivity(`${action} ${words}`))
  } else if (THREAT.test(`${words} ${product}`) && /malware|virus|threat|infect|trojan/i.test(words))
    draft.is('detection_finding', 1)
  if (denied) draft.refuse().atLeast(2)
  else if (FAILED.test(outcome) || FAILED.test(action) || (response?.code ?? 0) >= 400) draft.end('failure')
  else if (ALLOWED.test(action)) draft.allow()
  else if (SUCCEEDED.test(outcome) || SUCCEEDED.test(action) || response?.code !== undefined) draft.end('success')
  else if (draft.classUid === 3002) {
    if (/fail|invalid|denied|reject/i.test(words)) draft.end('failure')
    else if (/success|accepted|logged (?:in|on)/i.test(words)) draft.end('success')
  }
  if (draft.classUid === 3002 && draft.outcome === 'failure') draft.atLeast(2)
}

const hasIp = (endpoint: unknown): boolean => typeof (endpoint as { ip?: unknown } | undefined)?.ip === 'string'

function networkActivity(words: string): number {
  if (/\b(?:clos|teardown|end|fin)/i.test(words)) return 2
  if (/\breset/i.test(words)) return 3
  return /\b(?:built|open|start|accept|allow|permit|connect)/i.test(words) ? 1 : 6
}

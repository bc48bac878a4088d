import type { ReadMessage } from '../../src/packs/read-message.ts'

const HEAD = /^(?:error: )?(?:PAM: |pam_\w{1,32}\((?<service>[^():\s]{1,64}):(?<phase>\w{1,16})\): )(?<text>[\s\S]*)$/
const MORE = /^(?:error: )?PAM \d{1,6} more authentication failures?; (?<text>[\s\S]*)$/
const OPENED =
  /^session opened for user ([^\s(]{1,256})(?:\(uid=(\d{1,10})\))?(?: by ([^\s(]{0,256})\(uid=(\d{1,10})\))?/
const CLOSED = /^session closed for user ([^\s(]{1,256})/
const CHANGED = /^password changed for ([^\s]{1,256})/
const LOCKED = /^Consecutive login failures for user ([^\s]{1,256})/

/**
 * What PAM modules log under the name of any program: sessions opened and closed, authentication failures with their
 * remote host, passwords changed.
 */
export const pam: ReadMessage = (message, draft) => {
  if (!message.includes('pam_') && !message.includes('PAM')) return false
  const more = MORE.exec(message)
  const head = more ?? HEAD.exec(message)
  const text = head?.groups?.text
  if (text === undefined) return false
  draft.set('service.name', head?.groups?.service)
  const opened = OPENED.exec(text)
  if (opened) {
    draft.is('authentication', 1).end('success').set('user.name', opened[1]).set('user.uid', opened[2])
    draft.set('actor.user.name', opened[3]).set('actor.user.uid', opened[3] ? opened[4] : undefined)
    return true
  }
  const closed = CLOSED.exec(text)
  if (closed) {
    draft.is('authentication', 2).end('success').set('user.name', closed[1])
    return true
  }
  if (more || /^authentication failure(?:;|$)/.test(text)) {
    const values = failureValues(text)
    draft.is('authentication', 1).end('failure').atLeast(2)
    draft.set('user.name', values.user).set('src_endpoint.ip', values.rhost)
    draft.set('actor.user.name', values.ruser || values.logname)
    return true
  }
  const changed = CHANGED.exec(text)
  if (changed) {
    draft.is('account_change', 3).end('success').atLeast(2).set('user.name', changed[1])
    return true
  }
  const locked = LOCKED.exec(text)
  if (locked) {
    draft.is('account_change', 9).end('success').atLeast(3).set('user.name', locked[1])
    return true
  }
  draft.is('authentication', 99)
  if (
    /^(?:check pass; user unknown|Authentication (?:failure|error)|User not known|auth could not identify)/i.test(text)
  ) {
    draft.is('authentication', 1).end('failure').atLeast(2)
  }
  const user = /\buser(?:name)?[= ]"?([\w.@$-]{1,256})"?/.exec(text)?.[1]
  if (user && user !== 'unknown') draft.set('user.name', user)
  const named = / for (?:(?:illegal|invalid) user )?(\S{1,256}) from \S{1,255}$/.exec(text)?.[1]
  draft.set('user.name', named)
  const rhost = /\brhost=(\S{1,255})/.exec(text)?.[1] ?? / from (\S{1,255})$/.exec(text)?.[1]
  draft.set('src_endpoint.ip', rhost)
  return true
}

/** `logname= uid=0 euid=0 tty=ssh ruser= rhost=203.0.113.9  user=root`: a value may be empty. */
function failureValues(text: string): Record<string, string> {
  const out: Record<string, string> = {}
  for (const [, name, value] of text.matchAll(/\b(logname|uid|euid|tty|ruser|rhost|user)=(\S{0,255})/g))
    out[name!] = value!
  return out
}

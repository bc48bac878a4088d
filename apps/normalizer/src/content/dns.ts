import type { ReadMessage } from './read-message.ts'

/** Queries logged by BIND and dnsmasq. */
export const dns: ReadMessage = (message, draft) => {
  const bind =
    /^client (?:@0x[0-9a-f]{1,16} )?([0-9A-Fa-f.:]{2,45})#(\d{1,5})(?: \([^)]{1,255}\))?: (?:view [^:]{1,64}: )?query: (\S{1,255}) IN (\w{1,16})/.exec(
      message,
    )
  if (bind) {
    draft.is('dns_activity', 1).set('src_endpoint.ip', bind[1]).set('src_endpoint.port', bind[2])
    draft.set('query.hostname', bind[3]).set('query.type', bind[4])
    return true
  }
  const asked = /^(?:\d{1,10} [0-9A-Fa-f.:]{2,45}\/\d{1,5} )?query\[(\w{1,16})\] (\S{1,255}) from (\S{1,45})/.exec(
    message,
  )
  if (!asked) return false
  draft
    .is('dns_activity', 1)
    .set('query.type', asked[1])
    .set('query.hostname', asked[2])
    .set('src_endpoint.ip', asked[3])
  return true
}

import type { ReadMessage } from '../../src/packs/read-message.ts'

/** Queries that dnsmasq logs. */
export const dnsmasq: ReadMessage = (message, draft) => {
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

import type { ReadMessage } from '../../src/packs/read-message.ts'

/** Queries that BIND logs. */
export const bind: ReadMessage = (message, draft) => {
  const asked =
    /^client (?:@0x[0-9a-f]{1,16} )?([0-9A-Fa-f.:]{2,45})#(\d{1,5})(?: \([^)]{1,255}\))?: (?:view [^:]{1,64}: )?query: (\S{1,255}) IN (\w{1,16})/.exec(
      message,
    )
  if (!asked) return false
  draft.is('dns_activity', 1).set('src_endpoint.ip', asked[1]).set('src_endpoint.port', asked[2])
  draft.set('query.hostname', asked[3]).set('query.type', asked[4])
  return true
}

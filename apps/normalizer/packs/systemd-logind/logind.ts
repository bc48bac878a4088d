import type { ReadMessage } from '../../src/packs/read-message.ts'

/** systemd-logind: user sessions. */
export const logind: ReadMessage = (message, draft) => {
  const opened = /^New session '?(\w{1,32})'? of user '?([^\s'.]{1,256})/.exec(message)
  if (opened) {
    draft.is('authentication', 1).end('success').set('session.uid', opened[1]).set('user.name', opened[2])
    return true
  }
  const closed = /^(?:Removed session|Session) '?(\w{1,32})'?(?: logged out)?/.exec(message)
  if (!closed) return false
  draft.is('authentication', 2).end('success').set('session.uid', closed[1])
  return true
}

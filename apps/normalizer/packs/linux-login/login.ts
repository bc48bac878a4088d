import type { ReadMessage } from '../../src/packs/read-message.ts'

/** `login` on a terminal. */
export const login: ReadMessage = (message, draft) => {
  const failed =
    /^FAILED LOGIN (?:SESSION )?(?:\(\d{1,6}\) |\d{1,6} )?(?:on|FROM) '?([^\s']{1,128})'? FOR '?([^\s',]{1,256})'?/i.exec(
      message,
    )
  if (failed) {
    draft.is('authentication', 1).end('failure').atLeast(2).set('user.name', failed[2])
    return true
  }
  const done = /^(?:(ROOT) LOGIN|LOGIN) {1,2}(?:on|ON) '?([^\s']{1,128})'?(?: (?:BY|by) (\S{1,256}))?/.exec(message)
  if (!done) return false
  draft
    .is('authentication', 1)
    .end('success')
    .set('user.name', done[3] ?? (done[1] && 'root'))
  return true
}

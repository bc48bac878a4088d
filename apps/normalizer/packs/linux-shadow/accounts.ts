import type { ReadMessage } from '../../src/packs/read-message.ts'

/** shadow-utils: accounts and groups created, changed and deleted; passwords changed. */
export const accounts: ReadMessage = (message, draft) => {
  const created = /^new user: name=([^,\s]{1,256})(?:, UID=(\d{1,10}))?/.exec(message)
  if (created) {
    draft.is('account_change', 1).end('success').atLeast(2).set('user.name', created[1]).set('user.uid', created[2])
    return true
  }
  const deleted = /^delete user [`']?([^'\s]{1,256})'?/.exec(message)
  if (deleted) {
    draft.is('account_change', 6).end('success').atLeast(2).set('user.name', deleted[1])
    return true
  }
  const member =
    /^(add|delete|added|removed?) [`']?([^'\s]{1,256})'? (?:to|from) (?:shadow )?group [`']?([^'\s]{1,256})'?/.exec(
      message,
    )
  const gpasswd = /^user (\S{1,256}) (added|removed) by (\S{1,256}) (?:to|from) group (\S{1,256})/.exec(message)
  if (member || gpasswd) {
    const adds = (member?.[1] ?? gpasswd?.[2] ?? '').startsWith('add')
    draft
      .is('group_management', adds ? 3 : 4)
      .end('success')
      .atLeast(2)
    draft.set('user.name', member?.[2] ?? gpasswd?.[1]).set('group.name', member?.[3] ?? gpasswd?.[4])
    draft.set('actor.user.name', gpasswd?.[3])
    return true
  }
  const group = /^(?:new group: name=([^,\s]{1,256})|group [`']?([^'\s]{1,256})'? removed)/.exec(message)
  if (group) {
    draft
      .is('group_management', group[1] ? 6 : 5)
      .end('success')
      .set('group.name', group[1] ?? group[2])
    return true
  }
  const password = /password (?:for [`']?([^'\s]{1,256})'? changed|changed for (\S{1,256}))/.exec(message)
  if (!password) return false
  draft
    .is('account_change', 3)
    .end('success')
    .atLeast(2)
    .set('user.name', password[1] ?? password[2])
  return true
}

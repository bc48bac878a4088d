import type { ReadMessage } from '../../src/packs/read-message.ts'

/** `[pattern, group of the caller, group of the target user, success]` for util-linux, shadow, BSD and macOS. */
const PATTERNS: readonly (readonly [RegExp, number, number, boolean])[] = [
  [/^FAILED SU \(to ([^\s)]{1,256})\) (\S{1,256}) on /i, 2, 1, false],
  [/^\(to ([^\s)]{1,256})\) (\S{1,256}) on /, 2, 1, true],
  [/^Successful su for (\S{1,256}) by (\S{1,256})/i, 2, 1, true],
  [/^FAILED su for (\S{1,256}) by (\S{1,256})/i, 2, 1, false],
  [/^'su (?:- )?([^\s']{1,256})' failed for (\S{1,256}) on /, 2, 1, false],
  [/^'su (?:- )?([^\s']{1,256})' succeeded for (\S{1,256}) on /, 2, 1, true],
  [/^BAD SU (\S{1,256}) to (\S{1,256}) on /, 1, 2, false],
  [/^(\S{1,256}) to (\S{1,256}) on /, 1, 2, true],
  [/^\+ \S{1,64} ([^\s:]{1,256})[:-](\S{1,256})$/, 1, 2, true],
  [/^- \S{1,64} ([^\s:]{1,256})[:-](\S{1,256})$/, 1, 2, false],
]

/** su: which user became, or tried to become, which other. */
export const su: ReadMessage = (message, draft) => {
  for (const [pattern, actor, target, success] of PATTERNS) {
    const match = pattern.exec(message)
    if (!match) continue
    draft.is('authentication', 1).set('actor.user.name', match[actor]).set('user.name', match[target])
    draft.end(success ? 'success' : 'failure').atLeast(success ? 1 : 2)
    return true
  }
  draft.is('authentication', 99)
  return true
}

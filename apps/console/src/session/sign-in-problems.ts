import { ApiProblem } from '../api/problem.ts'

/** What the user can do about it, by the gateway's code. */
const WORDS: Readonly<Record<string, readonly [title: string, hint: string]>> = {
  sign_in_unknown: [
    'No sign-in by this name',
    'Check the spelling, or ask an admin of your organisation which name to type.',
  ],
  sign_in_expired: [
    'This sign-in took too long, or was started in another browser',
    "Start again. The address of this page must be the platform's configured one.",
  ],
  sign_in_refused: ['Your organisation did not sign you in', 'Try again, or ask your organisation for access.'],
  sign_in_invalid: [
    "Your organisation's answer was not valid",
    'Start again. If this happens again, an admin should check the registration of the identity provider.',
  ],
  sign_in_no_role: [
    'You have no role here',
    'Your organisation knows you, but none of your groups has access. Ask one of your admins.',
  ],
  sign_in_not_admin: [
    'The issuer is not proven: this person is no admin',
    'Sign in there as somebody whose group has the role admin in the registration.',
  ],
  issuer_needs_approval: [
    'The issuer is not proven: its client has no secret',
    'Give the client a secret, or ask whoever runs this platform for approval.',
  ],
  issuer_taken: [
    'The issuer is not proven: another organisation has it',
    'Ask whoever runs this platform. They see who has it.',
  ],
  name_taken: [
    'The issuer is not proven: another organisation has the sign-in name',
    'Choose another name, and prove the issuer again.',
  ],
  state_conflict: ['The issuer is not proven: its registration was changed meanwhile', 'Start again.'],
  sign_in_unavailable: ["Your organisation's sign-in does not respond", 'Try again in a moment.'],
  session_quota_reached: [
    'Your organisation has too many open sessions',
    'Wait until old sessions end, or ask an admin to end some.',
  ],
  limit_reached: ['You have too many open sessions', 'Sign out elsewhere, or wait until old sessions end.'],
}

/** Why the sign-in failed, in words. An unknown code gets a general text. */
export function signInProblem(code: string): { readonly title: string; readonly problem: ApiProblem } {
  const [title, detail] = (Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? [
    'You were not signed in',
    'Try again.',
  ]
  return { title, problem: new ApiProblem(400, { code, detail }) }
}

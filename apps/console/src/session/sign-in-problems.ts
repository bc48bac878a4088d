import { ApiProblem } from '../api/problem.ts'

/** What a person can do about it, by the code that the gateway gives. */
const WORDS: Readonly<Record<string, readonly [title: string, hint: string]>> = {
  sign_in_unknown: [
    'No sign-in by this name',
    'Check the spelling, or ask an admin of your organisation which name to type.',
  ],
  sign_in_expired: [
    'This sign-in took too long, or was begun in another browser',
    'Begin anew. The address of this page must be the one that the platform is known by.',
  ],
  sign_in_refused: ['Your organisation did not sign you in', 'Try again, or ask there for access.'],
  sign_in_invalid: [
    "Your organisation's answer was not valid",
    'Begin anew. If it happens again, an admin should look at the registration of the identity provider.',
  ],
  sign_in_no_role: [
    'You have no role here',
    'Your organisation knows you, but you are in none of the groups that may come in. Ask an admin of yours.',
  ],
  sign_in_unavailable: ["Your organisation's sign-in does not answer", 'Try again in a moment.'],
  limit_reached: ['You are signed in too often', 'Sign out elsewhere, or wait until old sessions end.'],
}

/** Why nobody was signed in, in words. Codes that are not of the list say nothing but that. */
export function signInProblem(code: string): { readonly title: string; readonly problem: ApiProblem } {
  const [title, detail] = (Object.hasOwn(WORDS, code) ? WORDS[code] : undefined) ?? [
    'Nobody was signed in',
    'Try again.',
  ]
  return { title, problem: new ApiProblem(400, { code, detail }) }
}

import { vocabulary, WORD } from '../vocabulary/vocabulary.ts'

/**
 * Words that the vocabulary marks as names, but that people write daily in tickets: `the account may be locked`,
 * `told on Friday`. Folded.
 */
export const DAILY_WORDS: ReadonlySet<string> = new Set(
  `angry auth banner boss breach brought caller december failing fast friday held hire july lab leak learned logins lower lunch march moment monday morning net
  night noon november oh ok ours party portal pretty quiet reach reading red roles roll senior shows spray stay stole strange student sudo talk tester threat
  room rooms door doors tuning win strike fido center signs sir ad amber august care dec dev fine forest green hand holder house human ip jan january june mac may pack sep
  september sunday jenkins jira okta kafka trojan conti turla`.split(/\s+/),
)

/** Titles in other languages, which the vocabulary does not have. */
const TITLES = new Set(['herr', 'frau'])

/** Whether a folded word, or each part of one with hyphens, names nobody in a sentence that mentions people. */
export const isPlainWord = (folded: string): boolean => folded.split('-').every(isPlain)

function isPlain(word: string): boolean {
  const kind = vocabulary().kindOf(word, 0, word.length)
  return kind === WORD.plain || (kind === WORD.none ? TITLES.has(word) : DAILY_WORDS.has(word))
}

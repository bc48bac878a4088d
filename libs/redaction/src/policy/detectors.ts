import { createHash } from 'node:crypto'
import { patterns } from '../findings/patterns.ts'
import { WORD_LISTS } from '../people/word-lists.ts'
import { expressionOf } from '../text/tokens/token-format.ts'
import { tokenFormats } from '../text/tokens/token-formats.ts'
import { VOCABULARY_ID } from '../vocabulary/vocabulary.ts'
import type { Detector } from './policy.ts'

/** Raised with every change of a detector that is code, so that the policy's id changes with what it removes. */
const CODE_REVISION = 'code:4'

const code = (id: string, removes: string): Detector => ({ id, removes, expression: CODE_REVISION })

/** Expressions that only decide whether a detector runs, or continue from where another has matched. */
const HELPERS = /^(?:\w{1,16}(?<!encoded)Command|typedWord)$/
const SECRETS =
  /^(?:secretKey|foreign(?:Key|Is|Bare|Code)|told(?:Is|Bare|For|Key)|router(?:Secret|User)|registrySecret|useCode|xmlSecret|identifiedBy|passwordCall|oneTimeCode|isYourCode|encodedCommand|\w{2,16}Flag|pipedSecret|htpasswd|authorization|cookie|authScheme|jwt|cryptHash|hashPair|joinedP|spacedP|userColonPass|netUse|secureString)$/

/** People mentioned in a typed text. */
export const PEOPLE = 'people_in_typed_text'

function hashOfWords(): string {
  const hash = createHash('sha256')
  for (const list of WORD_LISTS) hash.update(`${[...list].join(' ')}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** Everything that removes something from free text, as the policy lists it. */
export const detectors: readonly Detector[] = [
  code('private_key_block', 'secret'),
  code('url_user_info', 'secret'),
  code('email_address', 'personal'),
  code('known_values', 'personal'),
  /** Every word that the vocabulary does not have; how a word is judged is code. */
  { id: 'closed_vocabulary', removes: 'personal', expression: `${VOCABULARY_ID} ${CODE_REVISION}` },
  /** In `typed_text` only. Its word lists are part of what it does. */
  { id: PEOPLE, removes: 'personal', expression: `${patterns.typedWord.source} code:1+${hashOfWords()}` },
  ...Object.entries(patterns)
    .filter(([id]) => !HELPERS.test(id))
    .map(([id, pattern]) => ({ id, removes: SECRETS.test(id) ? 'secret' : 'personal', expression: pattern.source })),
  ...tokenFormats.map(format => ({
    id: `token:${format.id}`,
    removes: 'secret',
    expression: expressionOf(format) + (format.entropy === undefined ? '' : ` entropy:${format.entropy}+`),
  })),
]

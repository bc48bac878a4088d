import { patterns } from '../text/patterns.ts'
import type { Detector } from './policy.ts'

/** Raised with every change of a detector that is code, so that the policy's id changes with what it removes. */
const CODE_REVISION = 'code:2'

const code = (id: string, removes: string): Detector => ({ id, removes, expression: CODE_REVISION })

/** Expressions that only decide whether a detector runs, or read on from where another has matched. */
const HELPERS = new Set(['secretHint', 'joinedCommand', 'spacedCommand', 'httpCommand'])
const SECRETS =
  /^(?:secretKey|authorization|cookie|authScheme|jwt|knownPrefix|slackHook|cryptHash|hashPair|longFlag|slashFlag|spacedFlag|joinedP|spacedP|userColonPass|netUse|secureString)$/

/** All that removes something from free text, as the policy tells it. */
export const detectors: readonly Detector[] = [
  code('private_key_block', 'secret'),
  code('url_user_info', 'secret'),
  code('email_address', 'personal'),
  code('known_values', 'personal'),
  ...Object.entries(patterns)
    .filter(([id]) => !HELPERS.has(id))
    .map(([id, pattern]) => ({ id, removes: SECRETS.test(id) ? 'secret' : 'personal', expression: pattern.source })),
]

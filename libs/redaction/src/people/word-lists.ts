import { GIVEN_NAMES, PARTICLES } from './given-names.ts'
import {
  BE,
  BEFORE_ACCOUNT,
  BEFORE_PERSON,
  BEFORE_PERSON_TWO,
  DONE_TO_PERSON,
  PERSON_DOES,
  TITLES,
} from './person-words.ts'
import { DAILY_WORDS } from './plain-words.ts'
import { SUFFIXES } from './suffixes.ts'

/** All data used to find people, so that the policy's id changes with it. */
export const WORD_LISTS: readonly ReadonlySet<string>[] = [
  GIVEN_NAMES,
  PARTICLES,
  DAILY_WORDS,
  SUFFIXES,
  TITLES,
  BEFORE_PERSON,
  BEFORE_ACCOUNT,
  BEFORE_PERSON_TWO,
  PERSON_DOES,
  BE,
  DONE_TO_PERSON,
]

import {
  type Finding,
  RANK,
  type Replacement,
  type Report,
  SECRET_TYPES,
  secretMarker,
  splice,
} from '../findings/finding.ts'
import { eachMatch, patterns } from '../findings/patterns.ts'
import { findPeople } from '../people/find-people.ts'
import type { PersonalType } from '../redactor.ts'
import { findWords } from '../words/find-words.ts'
import { findAccounts } from './find-accounts.ts'
import { findAddresses } from './find-addresses.ts'
import { findColumns } from './find-columns.ts'
import { findKnown, type Needle } from './find-known.ts'
import { findNumbers } from './find-numbers.ts'
import { findSecrets } from './find-secrets.ts'
import { GROUP, type PersonalHint, personalHint } from './personal-hint.ts'
import { readable, withSeparators } from './readable.ts'
import { bounded, type Features, scan, walkBack } from './scan.ts'

type Pseudonym = (type: PersonalType, value: string) => string

/** No secret that a detector knows is shorter. */
const SHORTEST = 5

/** A text with its secrets replaced, cut to MAX_TEXT. */
export function withoutSecrets(text: string): string {
  if (text.length < SHORTEST) return text
  const clean = bounded(text)
  const findings: Finding[] = []
  findSecrets(clean, collect(findings))
  return splice(clean, findings, write)
}

/** Who wrote a text: a program, or a person, who may mention people. */
export type Writer = 'program' | 'person'

/**
 * A text without secrets, personal values, everything that looks like a pseudonym, and words that are not known to name
 * nobody. Never run it on its own output.
 */
export function withoutPersonal(
  text: string,
  needles: readonly Needle[],
  pseudonym: Pseudonym,
  writer: Writer = 'program',
): string {
  return withoutPeople(cleared(bounded(text)), needles, pseudonym, writer)
}

/** A program's text as {@link withoutSecrets} and as {@link withoutPersonal}, for which secrets are looked for once. */
export function bothReadings(
  text: string,
  needles: readonly Needle[],
  pseudonym: Pseudonym,
): { readonly message: string; readonly summary: string } {
  const short = bounded(text)
  const clear = cleared(short)
  return {
    message: clear.said === short ? clear.clean : withoutSecrets(short),
    summary: withoutPeople(clear, needles, pseudonym, 'program'),
  }
}

/** A text in readable form, the same without secrets, and what its pre-scan tells. */
interface Cleared {
  readonly said: string
  readonly clean: string
  readonly hint: PersonalHint
}

function cleared(text: string): Cleared {
  const said = bounded(readable(text))
  const secrets: Finding[] = []
  const hint = findSecrets(said, collect(secrets))
  return { said, clean: splice(said, secrets, write), hint }
}

function withoutPeople(
  { said, clean, hint }: Cleared,
  needles: readonly Needle[],
  pseudonym: Pseudonym,
  writer: Writer,
): string {
  const text = withSeparators(clean)
  const hinted = text === said ? hint : personalHint(text)
  const findings: Finding[] = []
  const report = collect(findings)
  const has = scan(text)
  findLookalikes(text, has, report)
  findKnown(text, needles, report)
  findAddresses(text, has, hinted[GROUP.addresses] as number, report)
  findAccounts(text, has, hinted[GROUP.accounts] as number, report)
  findColumns(text, has, hinted[GROUP.columns] as number, report)
  findNumbers(text, has, hinted[GROUP.numbers] as number, report)
  if (writer === 'person') findPeople(text, report)
  findWords(text, findings, report)
  return splice(text, findings, by => ('personal' in by ? pseudonym(by.personal, by.value) : write(by)))
}

const collect =
  (findings: Finding[]): Report =>
  (start, end, by, rank = RANK.value) => {
    findings.push({ start, end, rank, by })
  }

function write(by: Replacement): string {
  if ('secret' in by) return secretMarker(by.secret)
  return 'keep' in by ? by.keep : ''
}

const MARKER_TYPES: ReadonlySet<string> = new Set(SECRET_TYPES)

/**
 * Markers of removed secrets stay, as they say nothing more; a text in the form of another marker, or of a pseudonym,
 * is tokenised itself, so that nobody can forge a pseudonym that correlates with a genuine one.
 */
function findLookalikes(text: string, has: Features, report: Report): void {
  if (has.bracket) {
    eachMatch(patterns.marker, text, m => {
      const genuine = MARKER_TYPES.has(m[1] as string)
      report(m.index, m.index + m[0].length, genuine ? { keep: m[0] } : { personal: 'name', value: m[0] }, RANK.marker)
    })
  }
  if (has.tilde) {
    eachMatch(patterns.lookalike, text, m => {
      const start = walkBack(text, m.index, isTagCode, 64)
      const end = m.index + m[0].length
      report(start, end, { personal: 'name', value: text.slice(start, end) }, RANK.lookalike)
    })
  }
}

const isTagCode = (c: number): boolean => (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || c === 0x5f

import type { PersonalValue } from '@wardline/redaction'
import type { Content, Draft, Mapping, Source } from '../normalize/draft.ts'
import type { ClassName } from '../normalize/ocsf-classes.ts'
import type { ReadMessage } from './read-message.ts'

/** Original names and values of one log. */
export type Fields = Record<string, unknown>

/**
 * How a pack's logs are recognised. Every mark is an entry of one index, so the cost does not grow with the number of
 * packs. A log with several marks goes to the pack whose mark says most.
 */
export interface Marks {
  /** Syslog programs, in lower case, without path and process id: `sshd`. `%asa` is the first part of a Cisco tag. */
  readonly tags?: readonly string[]
  /** `Vendor|Product` of a CEF or LEEF header as the sender writes it; `Vendor|` for any product of the vendor. */
  readonly cef?: readonly string[]
  /** Windows channels or, for events without one, providers. Case does not matter. */
  readonly channels?: readonly string[]
  /**
   * Keys of JSON objects and of `key=value` lines that are all there, rarest first: `['eventSource', 'userIdentity']`.
   * `a.b` is the key `b` of the object `a`; `kind=Event` also compares the value. Only the first is looked up, so it
   * must be a key of the top level that few others use.
   */
  readonly keys?: readonly (readonly string[])[]
  /**
   * Beginnings of text, after a syslog header if there is one. `<t>` is a time in any shape, `<n>` a run of digits, `<w>`
   * a word (a letter, then letters, digits and `_`), `<ip>` an address, `<q>` a quoted text; a blank is any run of
   * blanks. The rest is literal.
   */
  readonly heads?: readonly string[]
  /** Only for the packs that are named after a syntax: what the parser of that syntax calls it. */
  readonly syntax?: readonly string[]
}

/** What was seen of a log when a pack is asked whether it is its own. */
export interface Seen {
  /** Original names and values, header included. Not flattened. */
  readonly fields: Readonly<Fields>
  /** The text after the header; undefined for JSON and for formats that are fields from the start. */
  readonly message: string | undefined
}

/** Words of a field that decide something. Compared without case; a number is compared as its text. */
export type Words = readonly string[]

/** The outcome of an event: always the same, or told by a field. What no list names is unknown. */
export type Ends =
  | 'success'
  | 'failure'
  /** Failure, because it was not allowed: OCSF's action Denied. */
  | 'refused'
  | 'allowed'
  | {
      /** The first of these fields that has a value decides. */
      readonly by: string | readonly string[]
      readonly success?: Words
      readonly failure?: Words
      readonly refused?: Words
      readonly allowed?: Words
    }

/** A number that a field tells; `else` for any other value. */
export interface Told {
  readonly by: string | readonly string[]
  readonly words: Readonly<Record<string, number>>
  readonly else: number
}

/** One kind of event. */
export interface Kind {
  /** What happened, in a few words, for people who read the list of sources: `Login`. */
  readonly title: string
  readonly class: ClassName
  /** OCSF activity_id of the class. */
  readonly activity: number | Told
  readonly ends?: Ends | undefined
  /** OCSF severity_id, 1 informational to 5 critical. A failure is at least 2. */
  readonly severity?: number | Told
  /** Original field (or named group of `match`) -> OCSF path. The order is the rank: the first that has a value wins. */
  readonly map?: Mapping
  /** Facts that follow from the kind: OCSF path -> value. */
  readonly facts?: Readonly<Record<string, string | number>>
  /** Parts of the summary: see `template`. If absent, the pack's `says`, else the message, else all fields. */
  readonly says?: readonly string[]
  /** The odd case. Called after the tables. */
  readonly also?: (source: Source, draft: Draft) => void
}

/** A kind that is recognised by the text of its message. Named groups are fields for `map`, `ends` and `says`. */
export interface Line extends Kind {
  /** Anchored with `^`; repetitions are bounded or cannot overlap. */
  readonly match: RegExp
}

/** A source: one system whose logs we understand. A folder in `apps/normalizer/packs` exports it as `pack`. */
export interface Pack {
  /** `<vendor>-<product>`: the name of the folder. */
  readonly id: string
  readonly vendor: string
  readonly product: string
  /** Other words that a log source may be registered with as its product. */
  readonly names?: readonly string[]
  /** Addresses of the public documentation of the format. */
  readonly docs: readonly string[]
  /** How it gets here: a line or two for docs/sources.md. */
  readonly send?: string
  readonly marks: Marks
  /** Looks closer when a mark fits. Cheap; never throws. */
  readonly confirms?: (seen: Seen) => boolean
  /**
   * Reads the text after the header into fields, which replace the message. Undefined if the text is not this format.
   * Helpers: `columns`, `readPairs`, `readTabs` and others in kit.ts.
   */
  readonly read?: (message: string, fields: Readonly<Fields>) => Fields | undefined
  /**
   * Fields that hold the time, by rank; `a.b` for nested ones, `date time tz` for a time in several fields. The time of
   * the header counts if none can be read.
   */
  readonly time?: readonly string[]
  /** Fields that name the machine or appliance that the log is about, by rank. The header's host counts last. */
  readonly host?: readonly string[]
  /** The field that names the kind. Of several, values are joined with `:`; a kind may leave out the last ones. */
  readonly kind?: string | readonly string[] | ((source: Source) => string | undefined)
  /** Fields of every kind. Applied after the kind's own map. */
  readonly map?: Mapping
  readonly kinds?: Readonly<Record<string, Kind>>
  /** Kinds of text, tried in this order after `kinds`. */
  readonly lines?: readonly Line[]
  /** What an event of a kind that the tables do not name is. If absent, such an event is `partial`. */
  readonly other?: Kind
  readonly says?: readonly string[]
  /** Fields that name a person or a machine, beyond what the maps put in users and endpoints. */
  readonly personal?: Readonly<Record<string, PersonalValue['type']>>
  /** Required OCSF members that this source never tells. The test knows about them; nothing is made up for them. */
  readonly lacks?: readonly string[]
  /** Asked before the program's own pack, for every syslog message: PAM logs under the name of the program that calls it. */
  readonly first?: boolean
  /** Reads the message of a syslog program by hand, instead of the tables. */
  readonly message?: ReadMessage
  /** Maps everything by hand, instead of the tables. */
  readonly content?: Content
}

/** Only checks the type, and keeps it exact. */
export const definePack = (pack: Pack): Pack => pack

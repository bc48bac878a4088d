import { foldText } from '@wardline/kernel'
import { type Vocabulary, vocabulary, WORD } from '../vocabulary/vocabulary.ts'
import { CHARACTER, withoutUnseen } from './characters.ts'
import { isKeptNumber } from './numbers.ts'

/** What becomes of a run of letters and digits. The order matters: from `rareName` on it depends on the neighbours. */
export const RUN = {
  /** Stays: a word that names nobody. */
  plain: 0,
  /** Stays: a number, a code, a unit. */
  code: 1,
  /** A single letter. */
  letter: 2,
  rareName: 3,
  commonName: 4,
  brand: 5,
  /** Goes: a word that the vocabulary does not have. */
  unknown: 6,
  /** Goes, and is no word: a long number, a mixture. */
  number: 7,
} as const
export type RunKind = (typeof RUN)[keyof typeof RUN]

/** By the number of the word's kind. */
const OF_WORD: readonly RunKind[] = [RUN.unknown, RUN.plain, RUN.rareName, RUN.commonName, RUN.brand]

/**
 * The kind of the run of letters and digits `text[start, end)`; `classes` tells what it consists of (bits by class),
 * `hash` is that of the vocabulary.
 */
export function judgeRun(text: string, start: number, end: number, classes: number, hash: number): RunKind {
  if ((classes & OTHER) !== 0) return judgeFolded(text.slice(start, end))
  if ((classes & DIGITS) === 0) return judgeLetters(text, start, end, classes, hash)
  if ((classes & LETTERS) === 0) return isKeptNumber(text, start, end) ? RUN.code : RUN.number
  return judgeMixture(text, start, end)
}

/** Bits of the classes that occur in a run. */
const bitOf = (character: number): number => 1 << character
const DIGITS = bitOf(CHARACTER.digit)
const LOWER = bitOf(CHARACTER.lower)
const UPPER = bitOf(CHARACTER.upper)
const LETTERS = LOWER | UPPER
const OTHER = bitOf(CHARACTER.other) | bitOf(CHARACTER.ideograph)

/** Letters that are not ASCII: the word that search would see, without what nobody sees, is all ASCII or no word of ours. */
function judgeFolded(run: string): RunKind {
  const folded = foldText(withoutUnseen(run.normalize('NFKC')))
  if (!/^[a-z0-9]{1,64}$/.test(folded)) return folded === '' ? RUN.plain : RUN.unknown
  return /^[a-z]{2,64}$/.test(folded)
    ? (OF_WORD[vocabulary().kindOf(folded, 0, folded.length)] as RunKind)
    : RUN.unknown
}

function judgeLetters(text: string, start: number, end: number, classes: number, hash: number): RunKind {
  if (end - start === 1) return RUN.letter
  if (end - start === 3 && text.startsWith('NaN', start)) return RUN.code
  const words = vocabulary()
  const whole = words.kindOfHashed(hash, text, start, end)
  if (whole !== WORD.none) return OF_WORD[whole] as RunKind
  return (classes & LETTERS) === LETTERS ? judgeCamel(words, text, start, end) : RUN.unknown
}

/** Words for things that people call by their owner. */
const THINGS = /^(?:pc|laptop|phone|iphone|ipad|mac|macbook|desktop|tablet|mbp|nb|book|watch|home|box)$/i

/** `KeyStore`, `HTTPServer`: of words of the vocabulary, and not only of names (`MarkYoung`, `GracePhone`). */
function judgeCamel(words: Vocabulary, text: string, start: number, end: number): RunKind {
  let plain = 0
  let common = 0
  let things = 0
  for (let at = start; at < end; ) {
    const to = partEnd(text, at, end)
    const kind = words.kindOf(text, at, to)
    if (to - at > 1 && kind === WORD.none && !isDoer(words, text.slice(at, to))) return RUN.unknown
    if (kind === WORD.commonName || kind === WORD.brand) common++
    else if (to - at > 1 && THINGS.test(text.slice(at, to))) things++
    else if (to - at > 1) plain++
    at = to
  }
  return plain === 0 || (common > 0 && things > 0) ? (common + things > 1 ? RUN.unknown : RUN.commonName) : RUN.plain
}

/** `Partitioner`, `Deserializers`: what does what a word of the vocabulary says. Names that end so are in it as names. */
function isDoer(words: Vocabulary, part: string): boolean {
  const stem = /^([A-Za-z]{5,24})(?:er|or)s?$/.exec(part)?.[1]
  if (stem === undefined) return false
  return [stem, `${stem}e`].some(word => words.kindOf(word, 0, word.length) === WORD.plain)
}

const isUpper = (c: number): boolean => c >= 0x41 && c <= 0x5a

/** End of the part of a compound that begins at `at`: a capital begins a part, the last of several too. */
function partEnd(text: string, at: number, end: number): number {
  let to = at + 1
  if (to < end && isUpper(text.charCodeAt(at)) && isUpper(text.charCodeAt(to))) {
    while (to < end && isUpper(text.charCodeAt(to))) to++
    return to === end ? to : to - 1
  }
  while (to < end && !isUpper(text.charCodeAt(to))) to++
  return to
}

/** `web1`, `64bit`, `x86`, `sha256`, `0xC000006D`, `T1059`; at most three pieces, each of which could stay. */
function judgeMixture(text: string, start: number, end: number): RunKind {
  const words = vocabulary()
  if (words.kindOf(text, start, end) === WORD.plain) return RUN.plain
  const run = text.slice(start, end)
  if (CODES.test(run)) return RUN.code
  if (end - start > LONGEST_MIXTURE) return RUN.number
  const pieces = run.match(/\d+|[A-Za-z]+/g) ?? []
  if (pieces.length > 3) return RUN.number
  for (const [i, piece] of pieces.entries()) {
    const digits = piece.charCodeAt(0) <= 0x39
    if (digits ? piece.length > MOST_DIGITS : !staysBesideDigits(words, piece, pieces[i - 1] !== undefined))
      return digits || piece.length < 3 ? RUN.number : RUN.unknown
    if (piece.length === 1 && !digits && (pieces[i + 1]?.length ?? 0) > 3) return RUN.number
  }
  return RUN.code
}

const LONGEST_MIXTURE = 24
const MOST_DIGITS = 4
const UNITS =
  /^(?:[kmgtp]i?b?(?:ps|its?)?|[kmg]hz|hz|bits?|bytes?|ns|us|ms|s|sec|secs|m|min|mins|h|hr|hrs|d|days?|w|y|st|nd|rd|th|px|pt|x|z|t|am|pm|v|w|a|dbm|rpm|c|f)$/i

/**
 * What is counted, so that a number behind it names no machine. Any other word with a number behind it (`web1`,
 * `bastion18`) is likelier a machine's name than a word.
 */
const COUNTED = new Set(
  `cpu core worker thread pool shard replica partition broker queue task job step stage line col row level page part chunk block slot port vlan vxlan bond eth ens eno
  enp enx wlan wlp tun tap br lo ppp wg docker virbr veth vmnic vmk ge xe fa gi te tty pts ttys sd hd vd xvd sda sdb sdc hda vda dm md loop disk drive volume nvme usb pci irq gpu bus fd rule policy test
  case attempt retry try round phase version ver rev release build patch rc beta alpha sp kb id uid gid pid no nr num number error err code event status exit signal sig
  win param arg field column var group set type class mode flag bit byte key ssh tls ssl http smb nfs ip ipv pop imap ntlm oauth sha md rsa aes des ed crc base utf iso ucs utf8 ascii cp windows
  office python php perl ruby lua go java jdk jre el fc deb ubuntu rhel centos gen sector zone rack room floor ward bed table step q week day month year hour run pass tier ring band channel
  chapter section figure version option item entry index sample instance process session page frame buffer bank lane cluster region az stage env site`.split(
    /\s+/,
  ),
)

function staysBesideDigits(words: Vocabulary, piece: string, afterDigits: boolean): boolean {
  if (piece.length === 1 || (afterDigits && UNITS.test(piece))) return true
  if (!afterDigits) return COUNTED.has(piece.toLowerCase()) || judgeLettersOf(words, piece) === RUN.plain
  const kind = words.kindOf(piece, 0, piece.length)
  return kind === WORD.plain || kind === WORD.rareName
}

const judgeLettersOf = (words: Vocabulary, piece: string): RunKind =>
  /[a-z]/.test(piece) && /[A-Z]/.test(piece) ? judgeCamel(words, piece, 0, piece.length) : RUN.unknown

/**
 * Codes by their form: hexadecimal status codes and places in memory, hashes of files (SHA-1, SHA-256, SHA-512; MD5 is told by its key),
 * compact times, ids of attack techniques and of updates, and our own ids.
 */
const CODES =
  /^(?:0x[0-9a-f]{1,8}|0x(?:7f|ff)[0-9a-f]{6,14}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}|\d{8}T\d{4,6}Z?|\d{1,2}T\d{1,2}|[TSGMC]A?\d{4}|KB\d{6,7}|\d{1,9}(?:[kmgt]i?b|ms|us|ns|s|b)|\d{1,6}(?:st|nd|rd|th))$/i

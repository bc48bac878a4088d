import { vocabulary } from '../vocabulary/vocabulary.ts'
import { RUN } from './judge-run.ts'
import { FAMILY_WORDS, GIVEN_WORDS, PEOPLE, ROLES } from './person-words.ts'
import { GAP, isInCapitals, type Token, wordOf } from './token.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** What ends a sentence or a field before the next one begins. */
const END = /[.!?:;|\]>\n\r)-]/
/** What follows is told to somebody: `Tell Grant server 3 is down`. */
const ASKS = words(
  'ask asked tell told remind reminded show showed give gave send sent warn warned inform informed email emailed call called',
)
/** Who keeps a thing: `Rose cluster admin`. Besides {@link PEOPLE} and {@link ROLES}. */
const KEEPERS = words(
  'admin admins administrator user users lead leads team teams guy person people head chief boss intern staff',
)
/** What people own, are, and do: `Rose account`, `Rose sick`, `Rose again`. Nouns, adverbs, adjectives and irregular forms of verbs. */
const OF_PEOPLE = words(
  `account access laptop pc phone mobile tablet mailbox mail email inbox outbox calendar password passcode pin badge desk chair office room seat family household
  case file folder document report request order invoice ticket call message letter note chat complaint shift leave vacation holiday contract policy license
  licence passport visa certificate permit card salary payroll payment pay wage bonus home house car vehicle parking locker login logon username id identity
  token role permission privilege profile photo picture video signature name address birthday wedding funeral party meeting interview appointment visit trip travel
  flight hotel booking reservation project work duty assignment question answer reply feedback comment opinion review proposal presentation slide draft paper
  thesis website blog post mood health chart prescription surgery treatment therapy estate residence company firm corp inc ltd llc department division
  shop restaurant foundation trust fund school lesson course exam device workstation desktop computer iphone ipad macbook headset mouse keyboard screen group
  crew squad dept data info details history background training onboarding offboarding rights credentials things stuff issue problem
  again also alone already always anyway asleep away awake aware absent abroad back busy dead down drunk early else elsewhere ever fine free gone here ill inside
  instead just last late later maybe never next now off offline often ok okay on once online only out outside over perhaps please present quite rather ready
  right sad safe sick soon sorry still there thus today together tomorrow tonight too twice up upstairs very well wrong yesterday yet tired angry happy new old junior
  senior unable able unaware unavailable available responsible aboard
  he she they it we you who i me him her them us his their my our your its whose whom which that this these those what when where why how if
  the a an all any each every some no not nor and or but so because than then as at by for from in into of onto per to toward towards under until upon via with within
  without after before since while during about against among around behind beside between beyond near through
  is was are were be been being am has have had do does did done will would can could cannot cant shall should may might must need ought
  ate bade became began bent bet bit bled blew bore bought bound bred broke brought built burnt came cast caught chose clung cost crept cut dealt dealing dove drank drew
  drove dug fed fell felt fled flew flung forbade forgave forgot forsook fought found froze gave got grew ground heard held hid hit hung hurt kept knelt knew laid lay led
  left lent let lit lost made meant met mistook overcame overheard oversaw paid proved put quit ran rang read rebuilt redid rewrote reset rid rode rose sank sat saw
  sent set shook shot shone shrank shut slept slid slung spent spilt split spoke spread sprang stole stood stuck struck stung swam swept swore swung taught thought threw
  told took tore tried undid understood undertook upset went wept withdrew withheld woke won wore wound wove wrote`,
)
const DETERMINERS = words('the a an this that these those each every any another no all its your our')
/** `was revoked`, `has expired`: done to things alone. */
const HAPPENS = words(
  `issued revoked expired compiled deployed parsed mounted unmounted decoded encoded rendered initialized initialised reloaded unloaded serialized serialised
  indexed cached truncated rotated rebuilt recompiled minted allocated deallocated flushed throttled yanked deprecated rebased forked cloned bundled
  exported corrupted overwritten uninstalled created sealed unsealed generated garbled instantiated normalized vacuumed defragmented sharded
  partitioned provisioned deprovisioned quantized elapsed overflowed unset undefined`,
)
const BE = words('is was are were be been being has have had not')
/** What may follow them, so that nobody got something: `was issued a laptop`. */
const AFTER_HAPPENED = words(
  'for by at on from in due because after before to with as since successfully again until when while within and or',
)
/** What follows after `the Grant` or `a Grant`. */
const AFTER_THING = words(
  'is was are were has had needs need must may can cannot could should will would does did and or of in on at for to with as',
)
/** `Job Grant`: the last word of a title. Not behind a word that may be somebody or an instruction. */
function isBehindThing(text: string, tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  if (!isOpen(before) || !before.capital || before.kind !== RUN.plain || (tokens[i] as Token).gap !== GAP.beside)
    return false
  const word = wordOf(text, before)
  return (
    vocabulary().isThing(word) &&
    !isSomebody(word) &&
    !GIVEN_WORDS.has(word) &&
    !beside(tokens[i - 2]) &&
    !tokens[i + 1]?.capital
  )
}

/** Verbs that are names too: they begin an instruction. */
const INSTRUCTIONS = words('mark chase grant bill skip rob pat pierce drew drop trace lance park')
const OBJECTS = words('the all any each every these those it them an a your its')
const RIGHTS = words('read write execute access permission permissions rights privilege privileges')
const GIVEN_TO = words('to for on')
/** `Mark as read`. */
const STATES = words(
  'read unread seen unseen spam junk done complete completed resolved closed deprecated obsolete default primary favourite favorite final ready safe clean dirty duplicate deleted',
)
/** Keys whose values are kinds and states. */
const KIND_KEY =
  /(?:^|[\s,;{("'&_.-])(?:kind|type|class|mode|state|status|level|phase|category|action|op|verb|method|format|theme|color|colour|font|flavor|flavour)["']?[=:] ?["']?$/i
const LONGEST_KEY = 14
const VERSION = /[ /]v?\d{1,4}\.\d{1,5}\.\d{1,6}(?![\d.])/y
const NUMBER = /[ -]#?\d{1,4}(?![\w.:])/y
const UNITS = words('pascal hertz tesla weber sievert newton joule kelvin becquerel coulomb siemens')

/**
 * Whether a word that is a name as well is that of a thing here, because of what stands beside it: `Aurora cluster`,
 * `the Grant has expired`, `Mark the page as read`. Not where somebody could stand in the same place: `Grant opened a
 * ticket`, `Rose account`.
 */
export function isThingHere(text: string, tokens: readonly Token[], i: number): boolean {
  const token = tokens[i] as Token
  const before = tokens[i - 1]
  const next = tokens[i + 1]
  if (isBehindName(text, tokens, i)) return false
  if (next?.gap === GAP.beside && !next.covered && isBeforeThing(text, tokens, i)) return true
  if (isNumbered(text, token) || isKindOf(text, token)) return true
  if (before?.gap !== undefined && isUnit(text, before, token)) return true
  if (!token.capital) return false
  if (isAfterDeterminer(text, tokens, i) || isBehindThing(text, tokens, i)) return true
  return (
    begins(text, tokens, i) &&
    (isOfTwoNouns(text, tokens, i) ||
      isInstruction(text, tokens, i) ||
      happens(text, tokens, i) ||
      isOfThing(text, tokens, i))
  )
}

const isOpen = (token: Token | undefined): token is Token => token !== undefined && !token.covered
const beside = (token: Token | undefined): token is Token => isOpen(token) && token.gap === GAP.beside

function begins(text: string, tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  return before === undefined || END.test(text.slice(before.end, (tokens[i] as Token).start))
}

/** Whether it stands behind a word that speaks to somebody: `Tell Grant server 3 is down`. */
export function isToldTo(text: string, tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  return isOpen(before) && (tokens[i] as Token).gap === GAP.beside && ASKS.has(wordOf(text, before))
}

/** Behind a given name, or what may be one. */
function isBehindName(text: string, tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  if (before === undefined || (tokens[i] as Token).gap !== GAP.beside) return false
  if (before.covered) return before.kind === RUN.unknown
  return before.capital && (before.kind >= RUN.commonName || GIVEN_WORDS.has(wordOf(text, before)))
}

/** `ObjectMapper`. */
const INNER_CAPITAL = /^[A-Z][a-z]+[A-Z]/

/** `Aurora cluster`, `Young GC`, `Jenkins Pipeline`, `Jackson ObjectMapper`. */
function isBeforeThing(text: string, tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1] as Token
  const word = wordOf(text, next)
  if (next.capital && next.kind === RUN.plain && INNER_CAPITAL.test(text.slice(next.start, next.end))) return true
  VERSION.lastIndex = next.end
  if (!vocabulary().isThing(word) && !(next.kind === RUN.plain && VERSION.test(text))) return false
  if (next.capital && (next.kind !== RUN.plain || (FAMILY_WORDS.has(word) && !isInCapitals(text, next)))) return false
  const after = tokens[i + 2]
  return !isKept(text, after)
}

/** Behind the thing stands who keeps it (`Rose cluster admin`), or it is a verb (`Rose tests the build`). */
function isKept(text: string, after: Token | undefined): boolean {
  if (!isOpen(after) || (after.gap !== GAP.beside && after.gap !== GAP.joined)) return false
  const word = wordOf(text, after)
  return DETERMINERS.has(word) || isSomebody(word)
}

/** `Lane 3`, `Jenkins 2.440.1`. */
function isNumbered(text: string, { start, end }: Token): boolean {
  VERSION.lastIndex = end
  if (VERSION.test(text)) return true
  NUMBER.lastIndex = end
  return NUMBER.test(text) && vocabulary().isThing(text.slice(start, end).toLowerCase())
}

/** `kind=Grant`. */
const isKindOf = (text: string, { start }: Token): boolean => {
  const sign = text.charCodeAt(start - 1)
  return (
    (sign === 0x3d || sign === 0x22 || sign === 0x3a || sign === 0x20) &&
    KIND_KEY.test(text.slice(Math.max(0, start - LONGEST_KEY), start))
  )
}

/** `12 Pascal`. */
const isUnit = (text: string, before: Token, token: Token): boolean =>
  token.gap === GAP.beside && before.kind === RUN.code && UNITS.has(wordOf(text, token))

/** `a Grant`, `the Young, the Old`; not `a Grant from sales`. */
function isAfterDeterminer(text: string, tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  if (!isOpen(before) || (tokens[i] as Token).gap !== GAP.beside || !DETERMINERS.has(wordOf(text, before))) return false
  const next = tokens[i + 1]
  if (!isOpen(next) || next.gap !== GAP.beside) return next === undefined || (next.gap !== GAP.joined && !next.covered)
  if (next.capital) return false
  const word = wordOf(text, next)
  return AFTER_THING.has(word) || HAPPENS.has(word)
}

/** `Mark the page as read`, `Grant read access`, `Drew 30 frames`. */
function isInstruction(text: string, tokens: readonly Token[], i: number): boolean {
  const object = tokens[i + 1]
  if (!beside(object) || object.capital || !INSTRUCTIONS.has(wordOf(text, tokens[i] as Token))) return false
  const word = wordOf(text, object)
  const last = tokens[i + 2]
  if (object.kind === RUN.code) return beside(last) && vocabulary().isThing(wordOf(text, last))
  const noun = beside(last) ? wordOf(text, last) : ''
  if (RIGHTS.has(word)) return noun === '' || RIGHTS.has(noun) || GIVEN_TO.has(noun)
  if (word === 'as') return STATES.has(noun)
  if (!OBJECTS.has(word)) return false
  if (!beside(last)) return !DETERMINERS.has(word) || word === 'all'
  return last.kind <= RUN.plain && !isSomebody(noun) && !NEW.has(noun)
}

/** `Mark the accountant`, `Rob the new admin`. */
const NEW = words('new old young other one same first second third last next')
const isSomebody = (noun: string): boolean =>
  KEEPERS.has(noun) ||
  PEOPLE.has(noun) ||
  ROLES.has(noun) ||
  (/(?:er|or|ant|ent|ist|ian|man|men|ee|ess)s?$/.test(noun) && !vocabulary().isThing(noun))

/** `House keeping finished`: a sentence begins with two nouns. A verb behind a name ends in `s` or `ed`, or is irregular. */
function isOfTwoNouns(text: string, tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1]
  if (!beside(next) || next.capital || (next.kind !== RUN.plain && next.kind !== RUN.rareName)) return false
  const noun = wordOf(text, next)
  return !/(?:s|ed|ly)$/.test(noun) && !OF_PEOPLE.has(noun) && !isSomebody(noun) && !isKept(text, tokens[i + 2])
}

/** `Grant was revoked`, `Grant expired`; not `Grant was issued a laptop`. */
function happens(text: string, tokens: readonly Token[], i: number): boolean {
  let at = i + 1
  while (at < i + 4 && beside(tokens[at]) && BE.has(wordOf(text, tokens[at] as Token))) at++
  const verb = tokens[at]
  if (!beside(verb) || !HAPPENS.has(wordOf(text, verb))) return false
  const after = tokens[at + 1]
  return !beside(after) || AFTER_HAPPENED.has(wordOf(text, after))
}

/** `Bill of materials`. */
function isOfThing(text: string, tokens: readonly Token[], i: number): boolean {
  const [of, noun] = [tokens[i + 1], tokens[i + 2]]
  return (
    beside(of) &&
    beside(noun) &&
    !noun.capital &&
    wordOf(text, of) === 'of' &&
    (vocabulary().isThing(wordOf(text, noun)) || DETERMINERS.has(wordOf(text, noun)))
  )
}

// Invented people, and the ways in which logs and people write their names and logins.
import { readFileSync } from 'node:fs'
import type { Random } from './random.ts'

/** Names that are words as well: `Grant`, `Page`. */
export interface WordNames {
  readonly given: readonly string[]
  readonly family: readonly string[]
}

/** Reads `word-names.txt`. */
export function readWordNames(file: URL): WordNames {
  const [, given, family] = readFileSync(file, 'utf8').split(/^#.*$/m).slice(1)
  const wordsOf = (text: string | undefined) => (text ?? '').trim().split(/\s+/)
  return { given: wordsOf(given), family: wordsOf(family) }
}

/** The forms of a name that consists of words: `wgiven`, `wfamily`, `wfull`. */
export function wordNameOf({ given, family }: WordNames, form: string, random: Random): string | undefined {
  switch (form) {
    case 'wgiven':
      return random.pick(given)
    case 'wfamily':
      return random.pick(family)
    case 'wfull':
      return `${random.pick(given)} ${random.pick(family)}`
    default:
      return undefined
  }
}

export interface Person {
  readonly culture: string
  readonly given: string
  readonly family: string
  readonly native: string | undefined
  readonly familyFirst: boolean
}

/** Reads `names.txt`: people by culture. */
export function readPeople(file: URL): ReadonlyMap<string, readonly Person[]> {
  const people = new Map<string, Person[]>()
  let culture = ''
  let familyFirst = false
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const heading = /^## (\S+) (gf|fg)$/.exec(line)
    if (heading) {
      culture = heading[1]!
      familyFirst = heading[2] === 'fg'
      people.set(culture, [])
    } else if (line && !line.startsWith('#')) {
      const [given, family, native] = line.split('|')
      people.get(culture)!.push({ culture, given: given!, family: family!, native, familyFirst })
    }
  }
  return people
}

const UNFOLDED: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
  ı: 'i',
  đ: 'd',
  Đ: 'D',
  æ: 'ae',
  Æ: 'Ae',
}

/** ASCII letters only, in lower case, as directories make logins of names. */
const ascii = (name: string) =>
  name
    .replace(/[łŁøØßıđĐæÆ]/g, c => UNFOLDED[c] ?? '')
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/** Cyrillic letters that look like Latin ones. */
const CYRILLIC: Readonly<Record<string, string>> = { a: '\u0430', e: '\u0435', o: '\u043e', p: '\u0440' }

/** Writes a name so that a plain look at its letters misses it. */
function disguise(name: string, form: string): string | undefined {
  const letters = Array.from(name)
  const code = (c: string) => c.codePointAt(0) ?? 0
  const wide = (c: string) => (/[!-~]/.test(c) ? String.fromCodePoint(code(c) + 0xfee0) : c)
  const bytes = Buffer.from(name, 'utf8')
  switch (form) {
    case 'nfd':
      return name.normalize('NFD')
    case 'zw':
      return letters.map((c, i) => (i % 4 === 2 ? `${c}\u200b` : c)).join('')
    case 'soft':
      return letters.map((c, i) => (i % 5 === 3 && c !== ' ' ? `${c}\u00ad` : c)).join('')
    case 'wide':
      return letters.map(wide).join('')
    case 'entity':
      return letters.map((c, i) => (/[A-Za-z ]/.test(c) && i % 3 ? c : `&#${code(c)};`)).join('')
    case 'entities':
      return letters.map(c => (c === ' ' ? c : `&#x${code(c).toString(16)};`)).join('')
    case 'uescape':
      return letters
        .map((c, i) => (/[ -~]/.test(c) && i % 3 ? c : `\\u${code(c).toString(16).padStart(4, '0')}`))
        .join('')
    case 'alike':
      return name.replace(/[aeop]/g, c => CYRILLIC[c] ?? c)
    case 'pctt':
      return encodeURIComponent(encodeURIComponent(name))
    case 'nameb':
      return bytes.toString('base64')
    case 'qp':
      return Array.from(bytes, b =>
        /[A-Za-z]/.test(String.fromCharCode(b))
          ? String.fromCharCode(b)
          : b === 32
            ? '_'
            : `=${b.toString(16).toUpperCase().padStart(2, '0')}`,
      ).join('')
    case 'spaced':
      return letters
        .filter(c => c !== ' ')
        .join(' ')
        .toUpperCase()
    case 'bidi':
      return `\u202b${name}\u202c`
    default:
      return undefined
  }
}

const firstWord = (name: string) => name.split(/[ -]/)[0]!
const initial = (name: string) => Array.from(name)[0]!
const DOMAINS = ['example.com', 'example.org', 'example.net', 'corp.example', 'acme.example', 'mail.example.com']
const REALMS = ['ACME', 'CORP', 'EXAMPLE', 'HQ', 'EMEA']

/** The forms of a person's name that a pattern can ask for. */
export function nameOf(person: Person, form: string, random: Random): string | undefined {
  const { given, family, native } = person
  const full = `${given} ${family}`
  const usual = person.familyFirst ? `${family} ${given}` : full
  switch (form) {
    case 'any': {
      const forms = [full, full, full, usual, usual, usual, `${family.toUpperCase()} ${given}`, `${family}, ${given}`]
      if (native) forms.push(native)
      return random.pick([...forms, `${initial(given)}. ${family}`, full.toUpperCase()])
    }
    case 'full':
      return random.pick([full, usual])
    case 'rev':
      return `${family} ${given}`
    case 'comma':
      return `${family}, ${given}`
    case 'cap':
      return `${family.toUpperCase()} ${given}`
    case 'upper':
      return full.toUpperCase()
    case 'low':
      return full.toLowerCase()
    case 'init':
      return `${initial(given)}. ${family}`
    case 'tail':
      return `${firstWord(given)} ${initial(family)}.`
    case 'mid':
      return `${given} ${random.text(1, 'ABCDEGHJKLMNPRSTVW')}. ${family}`
    case 'given':
      return given
    case 'family':
      return family
    case 'bare':
      return native && random.int(0, 3) === 0 ? native : usual
    case 'native':
      return native ?? usual
    case 'under':
      return `${given} ${family}`.replaceAll(' ', '_')
    case 'plus':
      return `${given} ${family}`.replaceAll(' ', '+')
    case 'pct':
      return encodeURIComponent(full)
    case 'camel':
      return `${given} ${family}`.replace(/[^\p{L}\p{M}]/gu, '')
    default:
      return disguise(full, form)
  }
}

/** The logins, addresses and other identifiers made of a person's name: `[type, text]`. */
export function identifierOf(person: Person, form: string, random: Random): readonly [string, string] | undefined {
  const given = ascii(firstWord(person.given))
  const family = ascii(person.family)
  const login = () =>
    random.pick([
      given[0]! + family,
      given[0]! + family,
      `${given}.${family}`,
      family + given[0]!,
      `${given}${random.int(1, 99)}`,
      `${given[0]}.${family}`,
      `${given}_${family}`,
      family.slice(0, 5) + given.slice(0, 2),
    ])
  const local = () =>
    random.pick([`${given}.${family}`, given[0]! + family, `${given}_${family}`, `${family}.${given}`])
  const domain = random.pick(DOMAINS)
  switch (form) {
    case 'user':
      return ['user', login()]
    case 'email':
      return ['email', `${local()}@${domain}`]
    case 'upn':
      return ['upn', `${local()}@corp.example`]
    case 'domuser':
      return ['domain_user', `${random.pick(REALMS)}\\${login()}`]
    case 'domuserj':
      return ['domain_user', `${random.pick(REALMS)}\\\\${login()}`]
    case 'slashuser':
      return ['domain_user', `${random.pick(REALMS)}/${login()}`]
    case 'krb':
      return ['upn', `${login()}@CORP.EXAMPLE`]
    case 'emailtag':
      return ['email', `${local()}+${random.pick(['alerts', 'news', 'lists'])}@${domain}`]
    case 'emailpct':
      return ['email', `${local()}%40${domain}`]
    case 'emailpctt':
      return ['email', `${local()}%2540${domain}`]
    case 'emailent':
      return ['email', `${local()}&#64;${domain}`]
    case 'emailobf':
      return ['email', `${given}.${family} (at) ${domain.replaceAll('.', ' (dot) ')}`]
    case 'emaildef':
      return ['email', `${given}.${family}[@]${domain.replaceAll('.', '[.]')}`]
    case 'emailu':
      return ['email', `${person.given.split(' ')[0]!.toLowerCase()}@bücher.example`]
    case 'zerowidth':
      return ['email', `${given}\u200b.${family}@${domain}`]
    case 'arn':
      return ['arn_session', `${given}.${family}`]
    case 'device': {
      const kind = random.pick(['mbp', 'laptop', 'iphone', 'pc'])
      return ['host', `${given}-${kind}`]
    }
    default:
      return undefined
  }
}

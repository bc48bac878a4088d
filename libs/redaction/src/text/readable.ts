/**
 * Forms in which a name can hide from whoever reads letters: full-width and mathematical letters, invisible and
 * combining characters, percent signs, entities of HTML and escapes of JSON, nested up to three times. Search folds some
 * of them too (kernel tokenizer), and detectors must see what search sees. Lengths only shrink, apart from a few letters
 * that Unicode composes of several.
 */
export function readable(text: string): string {
  let clean = NOT_ASCII.test(text) ? plainLetters(text) : text
  for (let round = 0; round < 3; round++) {
    const next = decoded(clean, c => !isControl(c) && !SEPARATORS.has(c))
    if (next === clean) break
    clean = next
  }
  return clean
}

/**
 * What {@link readable} leaves until secrets are gone: separators that are encoded, because they would end a secret's
 * value too early, and the brackets that make an address harmless (`10[.]0[.]0[.]1`).
 */
export function withSeparators(text: string): string {
  const clean = decoded(text, c => SEPARATORS.has(c))
  if (!(clean.includes('[') || clean.includes('(') || clean.includes('{')) || !DEFANGED.test(clean)) return clean
  return clean.replace(DEFANGED_ALL, said => {
    const sign = said.slice(1, -1).toLowerCase()
    return sign === 'dot' ? '.' : sign === 'at' ? '@' : sign
  })
}

const NOT_ASCII = /[^\0-\x7e]/
const FULL_WIDTH = /[\uff01-\uff5e]/g
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu
/** Mathematical letters, letters in circles and of other styles. */
const STYLED = /[\u2460-\u24ff\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}]/gu
const DEFANGED = /\[[.@:]\]|[([{](?:\.|dot|at)[)\]}]/i
const DEFANGED_ALL = /(?<=\w)(?:[([{](?:\.|dot|at)[)\]}]|\[[@:]\])(?=\w)/gi

/** What ends a value, or the name of the next one. */
const SEPARATORS: ReadonlySet<string> = new Set(' "\'`<>&,;()[]{}|\\')
const isControl = (c: string): boolean => c < ' ' || (c >= '\x7f' && c < '\xa0')

function plainLetters(text: string): string {
  return text
    .replace(FULL_WIDTH, c => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(INVISIBLE, '')
    .replace(STYLED, c => c.normalize('NFKC'))
    .normalize('NFC')
}

type Passes = (character: string) => boolean

function decoded(text: string, passes: Passes): string {
  let clean = text
  if (clean.includes('%')) clean = clean.replace(PERCENT, run => percentDecoded(run, passes))
  if (clean.includes('&'))
    clean = clean.replace(ENTITY, (all, decimal, hex, name) => entity(all, decimal, hex, name, passes))
  if (clean.includes('\\u')) clean = clean.replace(ESCAPES, run => unescaped(run, passes))
  return clean
}

const PERCENT = /(?:%[0-9A-Fa-f]{2}){1,512}/g
const ENTITY = /&(?:amp;){0,3}(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi
const ESCAPES = /(?:\\{1,2}u[0-9a-fA-F]{4}){1,64}/g

/** Bytes that are no UTF-8 stay as they are; so does what does not pass. */
function percentDecoded(run: string, passes: Passes): string {
  const text = Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8')
  const parts: string[] = []
  let at = 0
  for (const c of text) {
    if (c === '\ufffd') return run
    const length = 3 * Buffer.byteLength(c)
    parts.push(passes(c) ? c : run.slice(at, at + length))
    at += length
  }
  return parts.join('')
}

function entity(all: string, decimal: string, hex: string, name: string, passes: Passes): string {
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : (NAMED.get(name) ?? 0)
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return all
  const c = String.fromCodePoint(code)
  return passes(c) ? c : all
}

/** Only letters and what is within names: `\u` also begins the name of a folder. */
function unescaped(run: string, passes: Passes): string {
  const units = [...run.matchAll(/u([0-9a-fA-F]{4})/g)].map(m => Number.parseInt(m[1] as string, 16))
  const text = String.fromCharCode(...units)
  return text.isWellFormed() && [...text].every(c => /[\p{L}\p{M}\p{N}@._-]/u.test(c) && passes(c)) ? text : run
}

/** The named entities of Latin-1 from 160 on, and some of ASCII. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const NAMED: ReadonlyMap<string, number> = new Map([
  ...LATIN_1.split(' ').map((name, i) => [name, 160 + i] as const),
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
  ['commat', 0x40],
  ['period', 0x2e],
  ['lowbar', 0x5f],
  ['num', 0x23],
  ['colon', 0x3a],
  ['sol', 0x2f],
  ['Scaron', 0x160],
  ['scaron', 0x161],
  ['OElig', 0x152],
  ['oelig', 0x153],
])

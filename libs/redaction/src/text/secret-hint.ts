import { patterns } from '../findings/patterns.ts'

/**
 * What each alternative of `patterns.secretHint` begins with: two characters, or one where any may follow. Every text
 * of every event is tested, and an expression with this many alternatives takes 50 ns per character; looking at pairs
 * takes 1 ns.
 */
const BEGINNINGS =
  'pa pw ps se to ke au be ba co cr si ey ak as ai ya gh gl xo np py sk rk pk hf hv wh wl go sg us :/ -- ' +
  '$1 $2 $5 $6 $y $a -p -u -r -n -a -h -t /p /u /r /n /a /h /t'
/** 32 hexadecimal digits may begin anywhere; their end is recognized by the colon. */
const AFTER_HASH = /(?<=[0-9a-f]{32}):/iy

const ASCII = 128
const PAIRS = new Uint8Array(ASCII * ASCII)
for (const pair of BEGINNINGS.split(' ')) {
  const [first = '', second = ''] = pair
  for (const a of [first, first.toUpperCase()])
    for (const b of [second, second.toUpperCase()]) PAIRS[a.charCodeAt(0) * ASCII + b.charCodeAt(0)] = 1
}

const hintAt = new RegExp(patterns.secretHint.source, 'iy')
/** `(?:^|\s)[-/]…` begins a character before its dash. */
const hintBefore = (text: string, at: number): boolean =>
  holdsAt(hintAt, text, at) || (at > 0 && holdsAt(hintAt, text, at - 1))

/** Whether a text can contain a secret at all: the same as `patterns.secretHint.test(text)`. */
export function mayHoldSecret(text: string): boolean {
  let before = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c >= ASCII) {
      before = 0
      continue
    }
    if (PAIRS[before * ASCII + c] === 1 && hintBefore(text, i - 1)) return true
    if (c === 0x3a && holdsAt(AFTER_HASH, text, i)) return true
    before = c
  }
  return false
}

function holdsAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

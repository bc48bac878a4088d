import type { Finding, Report } from '../findings/finding.ts'
import { hashed, SEED } from '../vocabulary/vocabulary.ts'
import { ASCII, CHARACTER, characterAt, withoutUnseen } from './characters.ts'
import { judgeRun, RUN, type RunKind } from './judge-run.ts'
import { decideByNeighbours } from './neighbours.ts'
import { GAP, gapBetween, type Token, tokenAt } from './token.ts'
import { wholeAt } from './wholes.ts'

/**
 * The closing pass: reports every word of a text that is not known to name nobody. What detectors have found is passed
 * over, but a person that they found stands beside the next word. Each character is looked at a fixed number of times.
 */
export function findWords(text: string, findings: readonly Finding[], report: Report): void {
  const tokens = tokensOf(text, findings)
  decideByNeighbours(text, tokens)
  for (let i = 0; i < tokens.length; i++) {
    const { kind, covered, start, end } = tokens[i] as Token
    if (kind < RUN.unknown || covered) continue
    report(start, end, { personal: 'word', value: withoutUnseen(text.slice(start, end)) })
  }
}

/** What was found, without overlaps, in order. */
interface Covered {
  readonly start: number
  end: number
  person: boolean
}

function coverOf(findings: readonly Finding[]): readonly Covered[] {
  if (findings.length === 0) return []
  const sorted = [...findings].sort((a, b) => a.start - b.start)
  const covered: Covered[] = []
  for (const { start, end, by } of sorted) {
    const last = covered.at(-1)
    const person = 'personal' in by && (by.personal === 'user' || by.personal === 'name')
    if (last && start < last.end) {
      last.end = Math.max(last.end, end)
      last.person ||= person
    } else covered.push({ start, end, person })
  }
  return covered
}

function tokensOf(text: string, findings: readonly Finding[]): Token[] {
  const tokens: Token[] = []
  const covered = coverOf(findings)
  let next = 0
  let before = 0
  const add = (start: number, end: number, kind: RunKind, isCovered: boolean): void => {
    const gap = tokens.length === 0 ? GAP.far : gapBetween(text, before, start)
    const token = tokenAt(tokens.length)
    token.start = start
    token.end = end
    token.kind = kind
    token.gap = gap
    token.covered = isCovered
    token.capital = isCapital(text, start)
    tokens.push(token)
    before = end
  }
  for (let at = 0; at < text.length; ) {
    const cover = covered[next]
    if (cover !== undefined && at >= cover.start) {
      add(cover.start, cover.end, cover.person ? RUN.unknown : RUN.code, true)
      at = Math.max(at, cover.end)
      next++
      continue
    }
    const limit = cover?.start ?? text.length
    const first = characterAt(text, at)
    if (first === CHARACTER.separator) {
      at++
      continue
    }
    const isIdeograph = first === CHARACTER.ideograph
    const whole = wholeAt(text, at, limit, first)
    if (whole) {
      add(at, whole.end, whole.stays ? RUN.code : RUN.number, false)
      at = whole.end
      continue
    }
    const start = at
    let classes = 0
    let hash = SEED
    for (let kind = first; kind !== CHARACTER.separator && (kind === CHARACTER.ideograph) === isIdeograph; ) {
      classes |= 1 << kind
      hash = hashed(hash, text.charCodeAt(at))
      if (++at >= limit) break
      const code = text.charCodeAt(at)
      kind = code < 128 ? (ASCII[code] as number) : characterAt(text, at)
    }
    add(start, at, judgeRun(text, start, at, classes, hash), false)
  }
  return tokens
}

const isCapital = (text: string, at: number): boolean => {
  const c = text.charCodeAt(at)
  return (c >= 0x41 && c <= 0x5a) || (c > 0x7f && /^\p{Lu}/u.test(text[at] as string))
}

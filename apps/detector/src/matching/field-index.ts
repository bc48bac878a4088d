import type { FieldValues } from '../sigma/test-values.ts'
import { type Automaton, createAutomaton } from './aho-corasick.ts'
import type { Signal } from './trigger.ts'

/** Finds every signal that rules need in the values of one field. */
export interface FieldIndex {
  /** Calls `seen` with the predicate of each signal found, possibly more than once. */
  scan(values: FieldValues, seen: (predicate: number) => void): void
}

interface Place {
  readonly predicate: number
  readonly start: boolean
  readonly end: boolean
}

/** Finds equalities by hash, and substrings with one automaton (docs/architecture.md#detection). */
export function indexField(signals: readonly { readonly signal: Signal; readonly predicate: number }[]): FieldIndex {
  const equals = new Map<string, number[]>()
  const literals = new Map<string, Place[]>()
  const present: number[] = []
  const exists: number[] = []
  for (const { signal, predicate } of signals) {
    if (signal.kind === 'equals') put(equals, signal.text, predicate)
    else if (signal.kind === 'literal') put(literals, signal.text, { predicate, start: signal.start, end: signal.end })
    else if (signal.exact) exists.push(predicate)
    else present.push(predicate)
  }
  const places = [...literals.values()]
  const lengths = [...literals.keys()].map(text => text.length)
  const automaton: Automaton | undefined = places.length > 0 ? createAutomaton([...literals.keys()]) : undefined

  return {
    scan(values, seen) {
      if (!values.present) return
      for (const predicate of exists) seen(predicate)
      if (values.texts.length > 0) for (const predicate of present) seen(predicate)
      for (const text of values.folded) {
        for (const predicate of equals.get(text) ?? []) seen(predicate)
        automaton?.search(text, (literal, end) => {
          for (const place of places[literal]!) {
            if (place.start && end !== lengths[literal]) continue
            if (place.end && end !== text.length) continue
            seen(place.predicate)
          }
        })
      }
    },
  }
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

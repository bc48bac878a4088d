import { cutUtf8 } from '@wardline/kernel'
import type { Source } from './draft.ts'
import type { FlatValue } from './fields.ts'

export const UNMAPPED_LIMITS = {
  keys: 128,
  depth: 6,
  valueBytes: 2048,
  listItems: 32,
  totalCharacters: 16_384,
} as const

export interface Unmapped {
  readonly values: Readonly<Record<string, unknown>>
  /** Something was left out or cut. */
  readonly cut: boolean
}

type Node = { [key: string]: unknown }

/**
 * Fields that no content mapping read, nested again by the dots in their names. Bounded in keys, depth and size. Names
 * never contain `.`, begin with `$` or have a meaning in JavaScript, so any document store accepts them.
 */
export function unmappedOf(source: Source): Unmapped {
  const values: Node = {}
  let keys = 0
  let room: number = UNMAPPED_LIMITS.totalCharacters
  let cut = false
  for (const name in source.fields) {
    if (source.used.has(name)) continue
    const value = source.fields[name]
    if (value === undefined || value === null || value === '') continue
    if (keys >= UNMAPPED_LIMITS.keys || room <= 0) return { values, cut: true }
    const bounded = boundValue(value)
    if (bounded !== value) cut = true
    room -= sizeOf(bounded) + name.length
    keys++
    place(values, name, bounded)
  }
  return { values, cut }
}

function boundValue(value: FlatValue): FlatValue {
  if (typeof value === 'string') return cutUtf8(value, UNMAPPED_LIMITS.valueBytes)
  if (!Array.isArray(value)) return value
  const items = value.slice(0, UNMAPPED_LIMITS.listItems).map(boundValue)
  return items.length === value.length && items.every((item, index) => item === value[index]) ? value : items
}

function sizeOf(value: FlatValue): number {
  if (typeof value === 'string') return value.length
  return Array.isArray(value) ? value.reduce<number>((sum, item) => sum + sizeOf(item), 0) : 8
}

function place(values: Node, name: string, value: FlatValue): void {
  if (!name.includes('.')) {
    values[keyOf(name)] ??= value
    return
  }
  const path = name.split('.').filter(part => part !== '')
  let node = values
  while (path.length > 1) {
    if (UNMAPPED_LIMITS.depth - path.length < 0) path.splice(0, 2, `${path[0]}_${path[1]}`)
    else {
      const key = keyOf(path[0]!)
      const next = node[key]
      if (next !== undefined && (typeof next !== 'object' || next === null || Array.isArray(next))) break
      node[key] ??= {}
      node = node[key] as Node
      path.shift()
    }
  }
  node[keyOf(path.join('_'))] ??= value
}

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'])

function keyOf(part: string): string {
  const name = (part.charCodeAt(0) === 36 ? `_${part.slice(1)}` : part).replaceAll('\0', '') || '_'
  return UNSAFE.has(name) ? `_${name}_` : name
}

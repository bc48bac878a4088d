import { cutUtf8 } from '@wardline/kernel'

/** A bounded copy of a log's content. Keys are safe (`safeKey`); strings are well formed and at most 32 KiB. */
export type Tree = { [key: string]: TreeValue }
export type TreeValue = string | number | boolean | null | Tree | TreeValue[]

/** Scalars and lists of scalars by their dotted original name, as rules see them and content mappings read them. */
export type Flat = { [name: string]: FlatValue }
export type FlatValue = string | number | boolean | null | FlatValue[]

export const LIMITS = { valueBytes: 32_768, depth: 10, keys: 1024, keyLength: 256, listItems: 256 } as const

/** A well-formed text of at most 32 KiB. */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return cutUtf8(whole, LIMITS.valueBytes)
}

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

/** The name without spaces, bounded, and never a name that is special in JavaScript. */
export function safeKey(key: string): string {
  let name = key.length > LIMITS.keyLength ? key.slice(0, LIMITS.keyLength) : key
  if (!/^[\w.@-]+$/.test(name)) name = name.toWellFormed().replace(/\s+/gu, '') || '_'
  return UNSAFE.has(name) ? `_${name}_` : name
}

export interface BoundedTree {
  readonly tree: Tree
  /** Something was dropped or cut. */
  readonly cut: boolean
}

/** A bounded copy of a JSON object. Recursion is bounded, so hostile depth is harmless. */
export function boundTree(value: object): BoundedTree {
  const budget = { keys: LIMITS.keys as number, cut: false }
  return { tree: boundObject(value as Record<string, unknown>, 0, budget), cut: budget.cut }
}

type Budget = { keys: number; cut: boolean }

function boundObject(value: Record<string, unknown>, depth: number, budget: Budget): Tree {
  const out: Tree = {}
  for (const key of Object.keys(value)) {
    if (budget.keys-- <= 0) {
      budget.cut = true
      break
    }
    const name = safeKey(key)
    if (Object.hasOwn(out, name)) continue
    const child = boundValue(value[key], depth, budget)
    if (child !== undefined) out[name] = child
  }
  return out
}

function boundValue(value: unknown, depth: number, budget: Budget): TreeValue | undefined {
  if (typeof value === 'string') {
    const text = cleanText(value)
    if (text.length < value.length) budget.cut = true
    return text
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object') return undefined
  if (depth + 1 >= LIMITS.depth) {
    budget.cut = true
    return undefined
  }
  if (!Array.isArray(value)) return boundObject(value as Record<string, unknown>, depth + 1, budget)
  if (value.length > LIMITS.listItems) budget.cut = true
  const items: TreeValue[] = []
  for (const item of value.slice(0, LIMITS.listItems)) {
    if (budget.keys-- <= 0) {
      budget.cut = true
      break
    }
    const child = boundValue(item, depth + 1, budget)
    if (child !== undefined) items.push(child)
  }
  return items
}

/**
 * Flattens a tree to dotted names. The same name in a list of objects becomes a list of values, as Sigma reads nested
 * fields.
 */
export function flatten(tree: Tree): Flat {
  const out: Flat = {}
  for (const key of Object.keys(tree)) flattenInto(out, key, tree[key] as TreeValue)
  return out
}

function flattenInto(out: Flat, name: string, value: TreeValue): void {
  if (typeof value !== 'object' || value === null) {
    add(out, name, value)
    return
  }
  if (!Array.isArray(value)) {
    for (const key of Object.keys(value)) flattenInto(out, `${name}.${key}`, value[key] as TreeValue)
    return
  }
  if (value.every(item => typeof item !== 'object' || item === null)) {
    add(out, name, value as FlatValue[])
    return
  }
  for (const item of value) flattenInto(out, name, item)
}

function add(out: Flat, name: string, value: FlatValue): void {
  if (!Object.hasOwn(out, name)) {
    out[name] = value
    return
  }
  const there = out[name] as FlatValue
  const list = Array.isArray(there) ? there : [there]
  if (list.length >= LIMITS.listItems) return
  out[name] = list.concat(value)
}

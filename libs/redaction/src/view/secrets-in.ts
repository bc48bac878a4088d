import { secretMarker } from '../findings/finding.ts'
import { withoutSecrets } from '../text/redact-text.ts'
import { secretOfKey } from '../text/secret-keys.ts'
import { worthHiding } from '../text/secret-value.ts'
import { isObject, MAX_DEPTH, NotRedactable } from './json.ts'

/** Members that give a name to their neighbour's value, as in `{"@Name": "Password", "#text": "…"}`. */
const NAMING = ['name', 'Name', '@Name', 'key', 'Key'] as const
const NAMED = new Set(['value', 'Value', '#text', 'text', 'content'])

/**
 * Every string of a JSON value without its secrets; everything under a key that names one is removed. Structure and
 * other values stay.
 */
export function secretsIn<T>(value: T): T {
  return walk(value, undefined, 0) as T
}

function walk(value: unknown, marker: string | undefined, depth: number): unknown {
  if (typeof value === 'string') return marker === undefined ? withoutSecrets(value) : hide(value, marker)
  if (typeof value === 'number') return marker ?? value
  if (typeof value !== 'object' || value === null) return value
  if (depth > 4 * MAX_DEPTH) throw new NotRedactable('nested too deeply')
  if (Array.isArray(value)) return value.map(element => walk(element, marker, depth + 1))
  if (!isObject(value)) return value
  const named = marker ?? namedSecret(value)
  const out: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const child = value[key]
    const own = marker ?? (isFolder(key, child) ? undefined : markerOf(key)) ?? (NAMED.has(key) ? named : undefined)
    const clean = walk(child, own, depth + 1)
    if (key === '__proto__')
      Object.defineProperty(out, key, { value: clean, enumerable: true, writable: true, configurable: true })
    else out[key] = clean
  }
  return out
}

function markerOf(key: string): string | undefined {
  const type = secretOfKey(key)
  return type === undefined ? undefined : secretMarker(type)
}

function namedSecret(value: { readonly [key: string]: unknown }): string | undefined {
  for (const member of NAMING) {
    const name = value[member]
    if (typeof name === 'string' && Object.hasOwn(value, member)) return markerOf(name)
  }
  return undefined
}

const hide = (value: string, marker: string): string => (worthHiding(value) ? marker : value)

/** `PWD` of a shell is a folder. */
const isFolder = (key: string, value: unknown): boolean =>
  /^(?:old)?pwd$/i.test(key) && typeof value === 'string' && /^(?:\/|~|[A-Za-z]:\\)/.test(value)

import { isDeepStrictEqual } from 'node:util'
import { isObject } from './is-object.ts'

/** What a JSON Schema says to people and not to validators. */
const ANNOTATIONS = new Set(['$schema', '$id', '$comment', 'title', 'description', 'examples', 'default', 'deprecated'])

/**
 * Why readers would break if `next` replaced `base`: readers of `base` that get new events, and readers of `next` that
 * get old ones from a topic. Readers are tolerant of members they do not know, and of nothing else: so new optional
 * members and annotations are all that may change. Returns one line per fault, with a JSON pointer; none means
 * compatible.
 */
export function breakingChanges(base: unknown, next: unknown, pointer = ''): string[] {
  if (!isObject(base) || !isObject(next)) return isDeepStrictEqual(base, next) ? [] : [`${pointer || '/'} was changed`]
  const faults: string[] = []
  for (const keyword of new Set([...Object.keys(base), ...Object.keys(next)])) {
    if (!ANNOTATIONS.has(keyword)) faults.push(...compareKeyword(keyword, base[keyword], next[keyword], pointer))
  }
  return faults
}

function compareKeyword(keyword: string, base: unknown, next: unknown, pointer: string): string[] {
  const at = `${pointer}/${keyword}`
  switch (keyword) {
    case 'properties':
    case '$defs':
    case 'definitions':
      return compareMembers(base, next, at)
    case 'required':
      return compareRequired(base, next, at)
    case 'additionalProperties':
      // Closed on produce; readers and the registry's copies are open (schema-form.ts).
      return isObject(base) && isObject(next) ? breakingChanges(base, next, at) : []
    case 'items':
    case 'not':
    case 'if':
    case 'then':
    case 'else':
      return breakingChanges(base, next, at)
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
    case 'prefixItems':
      return compareList(base, next, at)
    default:
      if (base === undefined) return [`${at} was added: readers would refuse old events`]
      if (next === undefined) return [`${at} was removed: readers of before would refuse new events`]
      return isDeepStrictEqual(base, next) ? [] : [`${at} was changed`]
  }
}

function compareMembers(base: unknown, next: unknown, at: string): string[] {
  const before = isObject(base) ? base : {}
  const after = isObject(next) ? next : {}
  return Object.entries(before).flatMap(([name, schema]) => {
    const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return Object.hasOwn(after, name)
      ? breakingChanges(schema, after[name], pointer)
      : [`${pointer} was removed or renamed`]
  })
}

function compareRequired(base: unknown, next: unknown, at: string): string[] {
  const before = new Set(Array.isArray(base) ? base : [])
  const after = new Set(Array.isArray(next) ? next : [])
  return [
    ...[...after].filter(name => !before.has(name)).map(name => `${at}: ${name} became required: old events lack it`),
    ...[...before]
      .filter(name => !after.has(name))
      .map(name => `${at}: ${name} is no longer required: readers of before need it`),
  ]
}

function compareList(base: unknown, next: unknown, at: string): string[] {
  if (!Array.isArray(base) || !Array.isArray(next) || base.length !== next.length) return [`${at} was changed`]
  return base.flatMap((schema, i) => breakingChanges(schema, next[i], `${at}/${i}`))
}

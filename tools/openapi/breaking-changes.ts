import type { Member, Members, Surface } from './surface.ts'

/**
 * Why callers that were written for `base` would fail with `next`: something that they send is refused, or something that
 * they read is missing or of another type. New operations, new optional members of requests, new members of answers and
 * new values in answers break nobody. Bounds and patterns are not compared.
 */
export function breakingChanges(base: Surface, next: Surface): string[] {
  return Object.entries(base).flatMap(([name, operation]) => {
    const after = next[name]
    if (!after) return [`${name} was removed`]
    const faults = [...ofRequests(operation.request, after.request), ...ofAnswers(operation.answers, after.answers)]
    return faults.map(fault => `${name} ${fault}`)
  })
}

function ofRequests(base: Members, next: Members): string[] {
  const removed = Object.entries(base).flatMap(([path, before]) => {
    const after = next[path]
    if (!after) return [`${path} is no longer accepted`]
    const required = after.required && !before.required ? [`${path} became required`] : []
    return [...required, ...narrower(path, before, after)]
  })
  const added = Object.entries(next).filter(([path, m]) => !base[path] && m.required && parentOf(path, base))
  return [...removed, ...added.map(([path]) => `${path} is new and required`)]
}

function ofAnswers(base: Members, next: Members): string[] {
  return Object.entries(base).flatMap(([path, before]) => {
    const after = next[path]
    if (!after) return [`${path} was removed`]
    const optional = before.required && !after.required ? [`${path} may be missing now`] : []
    const wider = admits(before.types, after.types) ? [] : [`${path} may be of another type now`]
    return [...optional, ...wider]
  })
}

/** Whether all values of `types` are of `wide`; an empty list is any type. */
function admits(wide: readonly string[], types: readonly string[]): boolean {
  if (wide.length === 0) return true
  return types.length > 0 && types.every(t => wide.includes(t) || (t === 'integer' && wide.includes('number')))
}

function narrower(path: string, before: Member, after: Member): string[] {
  if (!admits(after.types, before.types)) return [`${path} takes fewer types`]
  if (after.values === undefined) return []
  const kept = before.values?.every(value => after.values?.includes(value)) ?? false
  return kept ? [] : [`${path} takes fewer values`]
}

/** Whether what contains a member was there before; a parameter is contained by the request. */
function parentOf(path: string, base: Members): boolean {
  const parent = path.replace(/(?:\.[^.[\]]+|\[\])$/, '')
  return parent === path || base[parent] !== undefined
}

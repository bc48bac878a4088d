import type { ApiOperation } from '@wardline/api'

/** `params` are percent-decoded. `allow` lists the methods that a known path has, for the 405. */
export type RouteMatch =
  | { readonly kind: 'operation'; readonly operation: ApiOperation; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'other_method'; readonly allow: readonly string[] }
  | { readonly kind: 'unknown' }

interface Node {
  readonly literals: Map<string, Node>
  parameter: Node | undefined
  readonly operations: Map<string, ApiOperation>
}

/**
 * Finds the operation of a method and a path. A literal segment wins over a parameter (`/logs/ingest` is never an event
 * id), so a `GET` of it is another method, not another path. HEAD counts as GET. Case and trailing slashes matter.
 */
export function createRouter(operations: readonly ApiOperation[]): (method: string, path: string) => RouteMatch {
  const root = node()
  for (const operation of operations) {
    let place = root
    for (const segment of segmentsOf(operation.path)) {
      if (segment.startsWith('{')) {
        place.parameter ??= node()
        place = place.parameter
      } else {
        if (!place.literals.has(segment)) place.literals.set(segment, node())
        place = place.literals.get(segment)!
      }
    }
    place.operations.set(operation.method.toUpperCase(), operation)
  }
  return (method, path) => {
    const values: string[] = []
    const place = find(root, path, values)
    if (!place || place.operations.size === 0) return { kind: 'unknown' }
    const operation = place.operations.get(method === 'HEAD' ? 'GET' : method)
    if (!operation) return { kind: 'other_method', allow: allowed(place) }
    return { kind: 'operation', operation, params: named(operation, values) }
  }
}

const node = (): Node => ({ literals: new Map(), parameter: undefined, operations: new Map() })
const segmentsOf = (path: string): string[] => path.split('/').slice(1)

function find(root: Node, path: string, values: string[]): Node | undefined {
  let place: Node | undefined = root
  for (const raw of segmentsOf(path)) {
    const segment = decoded(raw)
    if (!segment || !place) return undefined
    const literal: Node | undefined = place.literals.get(segment)
    if (!literal) values.push(segment)
    place = literal ?? place.parameter
  }
  return place
}

/** Undefined for text that is not percent-encoded UTF-8: it is not one of our paths. */
function decoded(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

function named(operation: ApiOperation, values: readonly string[]): Record<string, string> {
  const names = segmentsOf(operation.path).flatMap(s => (s.startsWith('{') ? s.slice(1, -1) : []))
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? '']))
}

const allowed = (place: Node): string[] =>
  [...place.operations.keys()].flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]))

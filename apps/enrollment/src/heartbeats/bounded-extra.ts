/** Limits of a heartbeat's extra data (openapi/enrollment.yaml). */
export const EXTRA_BOUNDS = { bytes: 64 * 1024, depth: 8, keys: 256 } as const

export interface BoundedExtra {
  /** JSON of an object. */
  readonly json: string
  /** Something exceeded the limits and was left out. */
  readonly truncated: boolean
}

/**
 * The members that fit, in their order, as JSON text: at most 64 KiB, 256 keys at all levels together, values nested 8 deep.
 * The excess is left out, never refused. Members are copied as own properties, so `__proto__` is a key like any other.
 */
export function boundedExtra(members: readonly (readonly [string, unknown])[]): BoundedExtra {
  const budget = { keys: EXTRA_BOUNDS.keys, truncated: false }
  const kept: string[] = []
  let bytes = 2
  for (const [name, value] of members) {
    if (budget.keys <= 0) {
      budget.truncated = true
      break
    }
    budget.keys -= 1
    const text = `${JSON.stringify(name)}:${JSON.stringify(pruned(value, EXTRA_BOUNDS.depth, budget) ?? null)}`
    const size = Buffer.byteLength(text) + 1
    if (bytes + size > EXTRA_BOUNDS.bytes) {
      budget.truncated = true
      continue
    }
    bytes += size
    kept.push(text)
  }
  return { json: `{${kept.join(',')}}`, truncated: budget.truncated }
}

/**
 * A copy without anything that is nested deeper than `depth` or exceeds the key budget. Undefined if the value itself
 * is too deep.
 */
function pruned(value: unknown, depth: number, budget: { keys: number; truncated: boolean }): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) {
    budget.truncated = true
    return undefined
  }
  if (Array.isArray(value)) return value.map(v => pruned(v, depth - 1, budget)).filter(v => v !== undefined)
  const entries: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    if (budget.keys <= 0) {
      budget.truncated = true
      break
    }
    budget.keys -= 1
    const copy = pruned(member, depth - 1, budget)
    if (copy !== undefined) entries.push([name, copy])
  }
  return Object.fromEntries(entries)
}

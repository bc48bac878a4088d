/** One line of an event shown as a tree. */
export interface TreeRow {
  /** `src_endpoint.ip`, `disks.0.mount`. */
  readonly path: string
  readonly name: string
  readonly depth: number
  /** Absent for a branch. */
  readonly value: string | undefined
}

const MAX_DEPTH = 64
/** The most lines of one event. */
export const MAX_LINES = 50_000

/** An event as lines, in the order of its members. Stops after `most` lines, however large it is. */
export function treeRows(event: Readonly<Record<string, unknown>>, most: number): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const walk = (value: unknown, path: string, name: string, depth: number): void => {
    if (rows.length >= most || value === null || value === undefined) return
    if (typeof value !== 'object' || depth > MAX_DEPTH) {
      rows.push({
        path,
        name,
        depth,
        value: typeof value === 'object' ? 'nested too deeply to be shown' : String(value),
      })
      return
    }
    const members = Object.entries(value)
    if (members.length === 0) return
    rows.push({ path, name, depth, value: undefined })
    for (const [member, inner] of members) {
      if (rows.length >= most) return
      walk(inner, `${path}.${member}`, member, depth + 1)
    }
  }
  for (const [member, value] of Object.entries(event)) walk(value, member, member, 0)
  return rows
}

/** The most ways to try to read a path. Names of members may contain dots, so there can be very many. */
const MAX_READINGS = 1_000

/** The value at a path of an event, as text. Names of members may contain dots. */
export function valueAt(event: unknown, path: string): string | undefined {
  let readings = 0
  const find = (value: unknown, rest: string): unknown => {
    if (typeof value !== 'object' || value === null || readings++ > MAX_READINGS) return undefined
    const members = value as Record<string, unknown>
    if (Object.hasOwn(members, rest)) return members[rest]
    for (let dot = rest.indexOf('.'); dot > 0; dot = rest.indexOf('.', dot + 1)) {
      const member = rest.slice(0, dot)
      const found = Object.hasOwn(members, member) ? find(members[member], rest.slice(dot + 1)) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
  const found = find(event, path)
  if (found === null || found === undefined) return undefined
  return typeof found === 'object' ? JSON.stringify(found) : String(found)
}

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

/** The value that stands at a path of an event, as text. */
export function valueAt(event: unknown, path: string): string | undefined {
  let value = event
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value === null || value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
}

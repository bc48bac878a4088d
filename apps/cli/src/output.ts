/** A command that failed, with a message for the user. */
export class CommandFailed extends Error {}

type Row = Readonly<Record<string, unknown>>

const write = (text: string): void => void process.stdout.write(`${text}\n`)

/** Prints one record: as JSON for programs, as lines of `name  value` for people. */
export function show(json: boolean, value: Row): void {
  if (json) {
    write(JSON.stringify(value))
    return
  }
  const width = Math.max(...Object.keys(value).map(name => name.length))
  for (const [name, content] of Object.entries(value)) write(`${name.padEnd(width)}  ${text(content)}`)
}

/** Prints a list: as a JSON array, or as a table of these columns. */
export function showList(json: boolean, rows: readonly Row[], columns: readonly string[]): void {
  if (json) {
    write(JSON.stringify(rows))
    return
  }
  const cells = rows.map(row => columns.map(column => text(row[column])))
  const widths = columns.map((column, i) => Math.max(column.length, ...cells.map(row => row[i]!.length)))
  for (const row of [columns, ...cells])
    write(
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
}

const text = (value: unknown): string =>
  value === null || value === undefined
    ? '-'
    : Array.isArray(value)
      ? value.map(text).join(',')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)

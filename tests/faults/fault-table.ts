export type Row = Readonly<Record<string, string | number>>

/** Prints rows under the names of their members, as Markdown, so that it can be read in a log and pasted into a page. */
export function printTable(rows: readonly Row[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const width = (column: string): number => Math.max(column.length, ...rows.map(row => String(row[column]).length))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const text = [
    line(columns.map(c => c.padEnd(width(c)))),
    line(columns.map(c => '-'.repeat(width(c)))),
    ...rows.map(row => line(columns.map(c => String(row[c]).padEnd(width(c))))),
  ]
  process.stdout.write(`\n${text.join('\n')}\n\n`)
}

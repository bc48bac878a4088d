/** One measured thing, for the table and for `--json`. */
export interface Row {
  readonly name: string
  readonly label: string
  readonly value: number
  readonly unit?: string
  readonly target?: string
}

const digits = (v: number): number => (Math.abs(v) >= 100 ? 0 : Math.abs(v) >= 1 ? 1 : 3)

/** Prints a table, then notes, and with `--json` one JSON object as the last line. */
export function report(title: string, rows: readonly Row[], notes: readonly string[], json: boolean): void {
  console.log(`\n${title}`)
  for (const { label, value, unit = '', target } of rows) {
    console.log(
      `  ${label.padEnd(52)} ${value.toFixed(digits(value)).padStart(12)} ${unit.padEnd(10)}${target ? ` target ${target}` : ''}`,
    )
  }
  for (const note of notes) console.log(`  ${note}`)
  if (json) console.log(JSON.stringify(Object.fromEntries(rows.map(r => [r.name, r.value]))))
}

/** The `p`th quantile (0 to 1) of a list; NaN of none. */
export function quantile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { breakingChanges } from '@wardline/events'

/** A schema as it is in the working tree. `kind` names it in faults. */
export interface CurrentSchema {
  readonly kind: string
  readonly path: string
}

/** Copies of the schemas as existing readers know them. */
export interface Baseline {
  /** A line for each change that would break a reader. */
  faults(current: readonly CurrentSchema[]): string[]
  /** Kinds whose schema differs from what was accepted, compatibly or not. */
  changed(current: readonly CurrentSchema[]): string[]
  /** Takes the current schemas as the new baseline. @throws Error when one of them would break a reader. */
  accept(current: readonly CurrentSchema[]): void
}

export function createBaseline(folder: string): Baseline {
  const accepted = (schema: CurrentSchema): string => join(folder, basename(schema.path))
  const faults = (current: readonly CurrentSchema[]): string[] =>
    current.flatMap(schema => {
      if (!existsSync(accepted(schema))) return []
      return breakingChanges(read(accepted(schema)), read(schema.path)).map(fault => `${schema.kind}: ${fault}`)
    })
  return {
    faults,
    changed: current =>
      current
        .filter(
          schema =>
            !existsSync(accepted(schema)) ||
            readFileSync(accepted(schema), 'utf8') !== readFileSync(schema.path, 'utf8'),
        )
        .map(schema => schema.kind),
    accept(current) {
      const broken = faults(current)
      if (broken.length > 0)
        throw new Error(`not compatible, so not accepted:\n${broken.map(fault => `  - ${fault}`).join('\n')}`)
      mkdirSync(folder, { recursive: true })
      for (const schema of current) writeFileSync(accepted(schema), readFileSync(schema.path))
    },
  }
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

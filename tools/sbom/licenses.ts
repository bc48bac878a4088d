import satisfies from 'spdx-satisfies'
import type { Bom, Component } from './bom.ts'

/** Licences of what we deliver: they ask for no more than that they are passed on. */
export const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
] as const

/** Further licences of what only tools and tests use, and nobody gets from us. */
export const ALLOWED_FOR_TOOLS = [...ALLOWED, 'CC-BY-3.0', 'CC-BY-4.0', 'MPL-2.0', 'PSF-2.0', 'Python-2.0'] as const

export interface LicenseReport {
  /** By licence expression, the components under it. */
  readonly byLicense: ReadonlyMap<string, readonly string[]>
  /** A line for each component whose licence is unknown or not allowed. */
  readonly faults: readonly string[]
}

export function judgeLicenses(bom: Bom, allowed: readonly string[]): LicenseReport {
  const byLicense = new Map<string, string[]>()
  const faults: string[] = []
  for (const component of bom.components) {
    const named = component['bom-ref']
    const expression = expressionOf(component)
    byLicense.set(expression ?? 'unknown', [...(byLicense.get(expression ?? 'unknown') ?? []), named])
    if (expression === undefined) faults.push(`${named} does not say its licence`)
    else if (!isAllowed(expression, allowed)) faults.push(`${named}: ${expression} is not allowed`)
  }
  return { byLicense, faults }
}

/** Several licences of one component are all in force. Undefined if there is none, or one is no SPDX id. */
function expressionOf({ licenses = [] }: Component): string | undefined {
  const all = licenses.map(one => ('expression' in one ? `(${one.expression})` : one.license.id))
  return all.length === 0 || all.includes(undefined) ? undefined : all.join(' AND ').replace(/^\(+([^()]+)\)+$/, '$1')
}

function isAllowed(expression: string, allowed: readonly string[]): boolean {
  try {
    return satisfies(expression, allowed)
  } catch {
    return false
  }
}

/** The report as text, the commonest licence first. */
export const reportText = ({ byLicense }: LicenseReport): string =>
  [...byLicense]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .map(
      ([license, names]) =>
        `${license} (${names.length})\n${names
          .toSorted()
          .map(name => `  ${name}\n`)
          .join('')}`,
    )
    .join('\n')

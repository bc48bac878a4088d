import { foldText } from '@wardline/kernel'
import type { FilterClass, Policy } from '../policy/policy.ts'
import { standardPolicy } from '../policy/standard.ts'
import type { ViewName } from '../redactor.ts'
import { typedClasses } from './typed-classes.ts'

/** Query parameters by name, as the API's document has validated them. */
export type Query = Readonly<Record<string, unknown>>

/** What becomes of an auditor's query. */
export interface Askable {
  /** Parameters that are not for auditors. */
  readonly refused: readonly string[]
  /** The query, with {@link NOTHING} in place of every value that could be somebody's. */
  readonly query: Query
}

/** A value that no record has. */
export const NOTHING = 'nothing-for-auditors'

/**
 * What an auditor may ask a view for. A value that could be somebody's must not find more or less than any other such
 * value, or the auditor would learn from a total what the answer hides: it is replaced by one that nothing has.
 */
export function askable(view: ViewName, query: Query, policy: Policy = standardPolicy): Askable {
  const filters = policy.views[view].filters ?? {}
  const classOf = (name: string): FilterClass | undefined => (Object.hasOwn(filters, name) ? filters[name] : undefined)
  const has = (type: FilterClass, value: unknown): boolean => {
    if (type === 'bounded' || type === 'words') return true
    const listed = typedClasses(policy).get(type)
    return typeof value === 'string' && listed !== undefined && (listed.has(value) || listed.has(foldText(value)))
  }
  const refused = new Set<string>()
  const asked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    const type = classOf(name)
    if (type === undefined) refused.add(name)
    else if (type === 'exclusions') {
      const exclusions = (Array.isArray(value) ? value : [value]).map(text => exclusionOf(String(text)))
      for (const { of } of exclusions) if (classOf(of) === undefined) refused.add(of)
      // Without one that could be somebody's: it would exclude nothing.
      asked[name] = exclusions.filter(e => has(classOf(e.of) ?? 'exclusions', e.value)).map(e => e.text)
    } else if (Array.isArray(value)) asked[name] = value.map(each => (has(type, each) ? each : NOTHING))
    else asked[name] = has(type, value) ? value : NOTHING
  }
  return { refused: [...refused], query: asked }
}

function exclusionOf(text: string): { readonly of: string; readonly value: string; readonly text: string } {
  const colon = text.indexOf(':')
  return { of: text.slice(0, colon), value: text.slice(colon + 1), text }
}

import type { LogSource } from '../sigma/rule.ts'
import { WINDOWS_CATEGORIES, WINDOWS_SERVICES } from './windows-log-sources.ts'

/** What is known about where an event comes from, all lower case. */
export interface Origin {
  readonly categories: readonly string[]
  readonly products: readonly string[]
  readonly services: readonly string[]
  /**
   * Products that the source's registration names without saying which of their logs it carries: rules of such a product are offered
   * every event, whatever category and service they ask for.
   */
  readonly open: readonly string[]
}

/** Whether a rule of this log source looks at events of this origin. */
export function routes({ category, product, service }: LogSource, origin: Origin): boolean {
  if (product !== undefined && origin.open.includes(product)) return true
  return (
    (category === undefined || origin.categories.includes(category)) &&
    (product === undefined || origin.products.includes(product)) &&
    (service === undefined || origin.services.includes(service))
  )
}

/**
 * Why no event can ever reach a rule of this log source; undefined when one can. What is neither Windows nor known here is matched by the
 * vendor and product of a registered source, so it can.
 */
export function unroutable({ category, product, service }: LogSource): string | undefined {
  if (product !== 'windows') return undefined
  if (category !== undefined && !WINDOWS_CATEGORIES.has(category)) {
    return 'no Windows event that is understood here has this category'
  }
  if (service !== undefined && !Object.hasOwn(WINDOWS_SERVICES, service)) {
    return 'no Windows channel is known for this service'
  }
  return undefined
}

import type { LogSource } from '../sigma/rule.ts'
import { WINDOWS_CATEGORIES, WINDOWS_SERVICES } from './windows-log-sources.ts'

/** What is known about the origin of an event, all lower case. */
export interface Origin {
  readonly categories: readonly string[]
  readonly products: readonly string[]
  readonly services: readonly string[]
  /**
   * Products that the source's registration names without saying which of their logs it sends. Rules for such a product
   * get every event, regardless of their category and service.
   */
  readonly open: readonly string[]
}

/** Whether a rule with this log source applies to events of this origin. */
export function routes({ category, product, service }: LogSource, origin: Origin): boolean {
  if (product !== undefined && origin.open.includes(product)) return true
  return (
    (category === undefined || origin.categories.includes(category)) &&
    (product === undefined || origin.products.includes(product)) &&
    (service === undefined || origin.services.includes(service))
  )
}

/**
 * Why no event can ever reach a rule with this log source; undefined if one can. A log source that is neither Windows
 * nor known here is matched by the vendor and product of a registered source, so events can reach it.
 */
export function unroutable({ category, product, service }: LogSource): string | undefined {
  if (product !== 'windows') return undefined
  if (category !== undefined && !WINDOWS_CATEGORIES.has(category)) {
    return 'no supported Windows event has this category'
  }
  if (service !== undefined && !Object.hasOwn(WINDOWS_SERVICES, service)) {
    return 'no Windows channel is known for this service'
  }
  return undefined
}

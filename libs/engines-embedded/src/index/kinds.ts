import type { FacetField, IndexItem } from '@wardline/ports'

/**
 * The values that events are counted by. A partition numbers the kinds that it has, so that counting goes by one small
 * number per event.
 */
export type Kind = Readonly<Record<Exclude<FacetField, 'severityId' | 'assetId'>, string>> & {
  readonly severityId: number
  readonly assetId: string | null
}

/** A kind as one text: only equal kinds give equal texts. */
export function kindText({ filters: f }: Pick<IndexItem, 'filters'>): string {
  return JSON.stringify([f.severityId, f.category, f.eventType, f.logSourceId, f.assetId])
}

export function kindOfText(text: string): Kind {
  const [severityId, category, eventType, logSourceId, assetId] = JSON.parse(text) as [
    number,
    string,
    string,
    string,
    string | null,
  ]
  return { severityId, category, eventType, logSourceId, assetId }
}

/** Events of one kind are also counted by spans of this length of their event time. */
export const SPAN_MS = 300_000

/** Conditions that a kind meets or not. */
export interface KindFilter {
  readonly severityIds?: readonly number[]
  readonly categories?: readonly string[]
  readonly eventTypes?: readonly string[]
  readonly logSourceIds?: readonly string[]
  readonly assetIds?: readonly string[]
  /** A kind that meets any of these does not count. */
  readonly not?: Omit<KindFilter, 'not'>
}

export function meets(kind: Kind, f: KindFilter): boolean {
  const verdicts = (filter: KindFilter) => [
    filter.severityIds?.includes(kind.severityId),
    filter.categories?.includes(kind.category),
    filter.eventTypes?.includes(kind.eventType),
    filter.logSourceIds?.includes(kind.logSourceId),
    filter.assetIds && kind.assetId !== null && filter.assetIds.includes(kind.assetId),
  ]
  return !verdicts(f).includes(false) && !verdicts(f.not ?? {}).includes(true)
}

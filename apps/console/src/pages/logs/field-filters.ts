import type { Filter } from './search-state.ts'

const BY_PATH: readonly (readonly [RegExp, Filter])[] = [
  [/^severity$/, 'severity'],
  [/^category$/, 'category'],
  [/^event_type$/, 'event_type'],
  [/^log_source_id$/, 'log_source_id'],
  [/^asset_id$/, 'asset_id'],
  [/(?:^|\.)user\.name$/, 'user'],
  [/(?:^|_endpoint\.|device\.)ip$/, 'ip'],
  [/(?:^|_endpoint\.|device\.)hostname$/, 'host'],
]

/** The API filter for this field, if it has one that the caller may use. */
export function filterOf(path: string, redacted: boolean): Filter | undefined {
  const filter = BY_PATH.find(([pattern]) => pattern.test(path))?.[1]
  return redacted && filter && ['user', 'ip', 'host'].includes(filter) ? undefined : filter
}

import type { OpenSearchSettings } from '../config.ts'
import type { IndexNames } from './names.ts'

/**
 * Raised with every change of the mapping; an index states its version in its mapping. A change only adds fields, so
 * that an index with an older mapping gets them when it is next written to; earlier events do not have them.
 */
export const MAPPING_VERSION = 2

const exact = { type: 'keyword' } as const

/**
 * Strict, and independent of the contents of events: the event itself is one JSON text that is stored and never parsed
 * (ADR 5). `time` is a long because events may be of the years 1 and 9999.
 */
export const MAPPINGS = {
  _meta: { wardline_mapping: MAPPING_VERSION },
  dynamic: 'strict',
  properties: {
    tenant: exact,
    id: exact,
    time: { type: 'long' },
    severity: { type: 'byte' },
    category: exact,
    type: exact,
    source: exact,
    asset: exact,
    users: exact,
    ips: exact,
    hosts: exact,
    words: { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'docs' },
    event: { type: 'keyword', index: false, doc_values: false },
    received: { type: 'long' },
    /** The delivery that stored the event. */
    origin: { type: 'keyword', index: false, doc_values: false },
  },
} as const

/**
 * The composable template of every index of logs. Sorted newest first, as most searches want it, so that they can stop
 * early.
 */
export function indexTemplate(names: IndexNames, s: OpenSearchSettings): Record<string, unknown> {
  return {
    index_patterns: [names.all],
    priority: 500,
    version: MAPPING_VERSION,
    template: {
      settings: {
        'index.number_of_shards': s.shards,
        'index.auto_expand_replicas': s.replicas,
        'index.refresh_interval': s.refreshMs > 0 ? `${s.refreshMs}ms` : '1s',
        'index.codec': s.codec,
        'index.translog.durability': 'request',
        'index.sort.field': ['time', 'id'],
        'index.sort.order': ['desc', 'desc'],
        ...(s.allocation ? { [`index.routing.allocation.require.${s.allocation.attribute}`]: s.allocation.value } : {}),
      },
      mappings: MAPPINGS,
    },
  }
}

/** The template of the indices that record where events were first put: minimal, and looked up only by id. */
export function refsTemplate(names: IndexNames, s: OpenSearchSettings): Record<string, unknown> {
  const stored = { type: 'keyword', index: false, doc_values: false } as const
  return {
    index_patterns: [names.refs.all],
    priority: 500,
    version: 1,
    template: {
      settings: {
        'index.number_of_shards': s.shards,
        'index.auto_expand_replicas': s.replicas,
        'index.refresh_interval': '5s',
        'index.codec': s.codec,
        'index.translog.durability': 'request',
        ...(s.allocation ? { [`index.routing.allocation.require.${s.allocation.attribute}`]: s.allocation.value } : {}),
      },
      mappings: { dynamic: 'strict', properties: { day: stored, class: stored } },
    },
  }
}

import { fileURLToPath } from 'node:url'

/** The seven public kinds of the contract's section 6. */
export const PUBLIC_KINDS = [
  'log.source.registered',
  'log.event.received',
  'log.event.normalized',
  'security.alert.created',
  'alert.created',
  'agent.macos.enrolled',
  'integration.mdm.sync_completed',
] as const

/** Kinds that only our own services exchange. */
export const INTERNAL_KINDS = ['internal.detection.match', 'internal.evidence.fact'] as const

export const KINDS = [...PUBLIC_KINDS, ...INTERNAL_KINDS] as const
export type EventKind = (typeof KINDS)[number]

/** The topic that carries a kind. */
export const topicOf = (kind: EventKind): string => `${kind}.v1`

/** Path of the kind's schema. */
export function schemaPath(kind: EventKind): string {
  const folder = kind.startsWith('internal.') ? 'internal/' : ''
  return fileURLToPath(new URL(`../../../event-schemas/${folder}${kind}.v1.json`, import.meta.url))
}

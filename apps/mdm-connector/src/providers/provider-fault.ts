/**
 * Codes of a sync run (openapi/mdm.yaml), and two of our own: an operator changed the connection, and too many devices
 * vanished at once.
 */
export type SyncErrorCode =
  | 'secret_unresolved'
  | 'egress_refused'
  | 'provider_unauthorized'
  | 'provider_unavailable'
  | 'provider_throttled'
  | 'provider_response_invalid'
  | 'connection_changed'
  | 'mass_disappearance'

/** Why a provider returned no page. It has a code, but nothing that the provider sent. */
export class ProviderFault extends Error {
  readonly code: SyncErrorCode
  /** When the provider accepts requests again, if it said so. */
  readonly retryAfterMs: number | undefined
  /** The place in the walk is no longer valid (410, or an expired cursor): start over. */
  readonly cursorGone: boolean

  constructor(code: SyncErrorCode, options: { retryAfterMs?: number | undefined; cursorGone?: boolean } = {}) {
    super(code)
    this.name = 'ProviderFault'
    this.code = code
    this.retryAfterMs = options.retryAfterMs
    this.cursorGone = options.cursorGone ?? false
  }
}

export const invalidResponse = (): ProviderFault => new ProviderFault('provider_response_invalid')

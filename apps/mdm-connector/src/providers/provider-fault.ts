/** Codes of a sync run (openapi/mdm.yaml), and two of ours: an operator changed the connection, and too many devices vanished at once. */
export type SyncErrorCode =
  | 'secret_unresolved'
  | 'egress_refused'
  | 'provider_unauthorized'
  | 'provider_unavailable'
  | 'provider_throttled'
  | 'provider_response_invalid'
  | 'connection_changed'
  | 'mass_disappearance'

/** Why a provider gave no page. Holds a code and nothing that the provider sent. */
export class ProviderFault extends Error {
  readonly code: SyncErrorCode
  /** When the provider will listen again, where it said so. */
  readonly retryAfterMs: number | undefined
  /** The place in the walk is not valid any more (410, or a cursor that the provider has forgotten): start over. */
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

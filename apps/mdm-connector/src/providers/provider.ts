import type { MdmConnectionDoc, MdmDrift, MdmPosture } from '@wardline/registries'
import type { ProviderClient } from './provider-client.ts'

/**
 * A device as read by a provider module. It is only in memory, until `leave-at-the-door.ts` has made a snapshot of it.
 */
export interface ProviderDevice extends MdmPosture {
  /** The provider's id of the device: stable while the provider has it, and unique within the connection. */
  readonly reference: string
  readonly serialNumber: string | undefined
  /** RFC 3339; null if the provider does not know. */
  readonly lastSyncAt: string | null
}

export interface ProviderPage {
  readonly devices: readonly ProviderDevice[]
  /** Opaque: `page` continues from there. Null at the end of the walk. */
  readonly next: string | null
  /** Whether a walk with this page may still have seen every device. On the last page it is the proof. */
  readonly whole: boolean
  readonly drift: readonly MdmDrift[]
}

/** A provider during one walk. Read-only: only GET, and the POST for a token. */
export interface ProviderSession {
  /** @param cursor `next` of the previous page; null for the first. @throws ProviderFault. */
  page(cursor: string | null): Promise<ProviderPage>
  /** Whether the provider still has the device with this id. @throws ProviderFault if it does not say. */
  has(reference: string): Promise<boolean>
}

export type ConnectionSettings = Pick<
  MdmConnectionDoc,
  'base_url' | 'authority_url' | 'provider_tenant_id' | 'client_id'
>

/** A device-management provider. To add one: a file like its neighbours, a line in `providers.ts`, and tests. */
export interface Provider {
  /** The required settings. */
  readonly required: readonly (keyof ConnectionSettings)[]
  /**
   * Where to get a token: addresses, each with further form fields besides the client's. The first one that is not 404
   * counts.
   */
  tokenRequests(settings: ConnectionSettings): readonly { readonly url: string; readonly scope?: string }[]
  open(settings: ConnectionSettings, client: ProviderClient): ProviderSession
}

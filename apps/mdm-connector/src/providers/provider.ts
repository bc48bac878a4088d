import type { MdmConnectionDoc, MdmDrift, MdmPosture } from '@wardline/registries'
import type { ProviderClient } from './provider-client.ts'

/** A device as a provider module reads it. Lives in memory until `leave-at-the-door.ts` has made a snapshot of it. */
export interface ProviderDevice extends MdmPosture {
  /** The provider's id, stable for the device's life with it, unique within the connection. */
  readonly reference: string
  readonly serialNumber: string | undefined
  /** RFC 3339; null where the provider does not know. */
  readonly lastSyncAt: string | null
}

export interface ProviderPage {
  readonly devices: readonly ProviderDevice[]
  /** Opaque: `page` of it goes on from there. Null at the end of the walk. */
  readonly next: string | null
  /** Whether a walk that has this page in it may still have seen every device. At the end it is proof. */
  readonly whole: boolean
  readonly drift: readonly MdmDrift[]
}

/** One walk's view of a provider. Read-only: nothing but GET, and the POST that asks for a token. */
export interface ProviderSession {
  /** @param cursor `next` of the page before; null for the first. @throws ProviderFault. */
  page(cursor: string | null): Promise<ProviderPage>
  /** Whether the provider still has a device, asked by its id. @throws ProviderFault where it does not say. */
  has(reference: string): Promise<boolean>
}

export type ConnectionSettings = Pick<
  MdmConnectionDoc,
  'base_url' | 'authority_url' | 'provider_tenant_id' | 'client_id'
>

/** A device-management provider. Adding one is a file like its neighbours, a line in `providers.ts`, and its tests. */
export interface Provider {
  /** Settings without which it cannot be asked. */
  readonly required: readonly (keyof ConnectionSettings)[]
  /** Where a token comes from: the address and the form's members beside the client's. The first that is not 404 counts. */
  tokenRequests(settings: ConnectionSettings): readonly { readonly url: string; readonly scope?: string }[]
  open(settings: ConnectionSettings, client: ProviderClient): ProviderSession
}

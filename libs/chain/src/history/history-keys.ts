import type { Keyring, TenantId } from '@wardline/kernel'
import type { RestoredLog } from '@wardline/registries'
import {
  type HistoryKey,
  historyKey,
  type NoteSigner,
  noteSigner,
  originAfter,
  type RestoredHistory,
} from '@wardline/transparency'

/** A log's key, from the data key of checkpoints: the registry contains that only wrapped with the master key. */
export interface HistoryKeys {
  readonly origin: string
  /** The key that verifiers need: `<origin>+<key id>+<base64>`. */
  readonly verifierKey: string
  readonly key: HistoryKey
  /** Signs for the log under its name after these restores. */
  signerAfter(restores: readonly RestoredHistory[]): NoteSigner
}

export function historyKeysOf(keyring: Keyring, name: 'audit' | 'evidence', tenant: TenantId): HistoryKeys {
  const origin = `wardline/${tenant}/${name}`
  const seed = keyring.key(tenant, 'checkpoints')
  const { verifierKey } = noteSigner(origin, seed)
  return {
    origin,
    verifierKey,
    key: historyKey(verifierKey),
    signerAfter: restores => noteSigner(originAfter(origin, restores), seed),
  }
}

export const restoredHistory = (r: RestoredLog): RestoredHistory => ({
  restoreId: r.restore_id,
  kept: r.kept,
  lost: r.lost,
  lostRoot: r.lost_root,
})

export const restoredLog = (r: RestoredHistory): RestoredLog => ({
  restore_id: r.restoreId,
  kept: r.kept,
  lost: r.lost,
  lost_root: r.lostRoot,
})

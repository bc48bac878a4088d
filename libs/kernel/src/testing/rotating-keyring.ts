import { derivedDataKeys, randomDataKeys } from '../data-keys.ts'
import { keyringOf, type LiveKeyring } from '../keyring.ts'

/** A keyring whose pseudonyms a test rotates: `rotate()` starts the next epoch, at once. */
export function rotatingKeyring(master: Uint8Array): { readonly keyring: LiveKeyring; rotate(): number } {
  let keys = derivedDataKeys(master)
  const keyring = keyringOf(keys)
  return {
    keyring,
    rotate() {
      const epoch = keyring.newest('pseudonyms') + 1
      keys = [...keys, ...randomDataKeys(['pseudonyms']).map(key => ({ ...key, epoch }))]
      keyring.use(keys)
      return epoch
    },
  }
}

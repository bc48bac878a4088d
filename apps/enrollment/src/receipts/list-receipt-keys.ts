import type { OperationHandler } from '@wardline/http'
import type { ServicePorts } from '@wardline/service-kit'
import { receiptKey } from './receipt-key.ts'

/** `GET /receipt-keys`: the keys to check the receipts in evidence, for everybody who may read evidence. */
export const listReceiptKeys =
  ({ keyring }: Pick<ServicePorts, 'keyring'>): OperationHandler<'listReceiptKeys'> =>
  async () => {
    const { keyId, publicKeyPem } = receiptKey(keyring)
    return {
      status: 200,
      body: { items: [{ key_id: keyId, algorithm: 'Ed25519', public_key: publicKeyPem }], next_cursor: null },
    }
  }

import type { OperationHandler } from '@wardline/http'
import type { ServicePorts } from '@wardline/service-kit'
import { receiptKey } from './receipt-key.ts'

/** `GET /receipt-keys`: with what anybody who may read evidence checks the receipts in it. */
export const listReceiptKeys =
  ({ keyring }: Pick<ServicePorts, 'keyring'>): OperationHandler<'listReceiptKeys'> =>
  async () => {
    const { keyId, publicKeyPem } = receiptKey(keyring)
    return {
      status: 200,
      body: { items: [{ key_id: keyId, algorithm: 'Ed25519', public_key: publicKeyPem }], next_cursor: null },
    }
  }

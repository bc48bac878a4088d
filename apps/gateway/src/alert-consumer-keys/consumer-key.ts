import type { Schema, View } from '@wardline/api'
import { invalid, type TenantId } from '@wardline/kernel'
import type { AlertConsumerKey, ConsumerJwk } from '@wardline/registries'
import { calculateJwkThumbprint, exportJWK, FlattenedEncrypt, importJWK } from 'jose'

/**
 * A public key as it is stored, with its thumbprint.
 * @throws Problem `validation_failed` for a private key, for another curve, and for a point that is no public key: not on
 * its curve, or of small order.
 */
export async function judgedKey(
  sent: Schema<'AlertConsumerKeyCreate'>['jwk'],
): Promise<Pick<AlertConsumerKey, 'kid' | 'jwk'>> {
  if (Object.hasOwn(sent, 'd'))
    throw invalid('/jwk/d', 'this is a private key: make a new pair, and send its public key only')
  const { kty, crv, x, y } = sent
  if (crv !== CURVES[kty]) throw invalid('/jwk/crv', 'OKP goes with X25519, and EC with P-256')
  if ((kty === 'EC') !== (y !== undefined)) throw invalid('/jwk/y', 'EC has x and y, and OKP has x only')
  const jwk = await usable(y === undefined ? { kty, crv, x } : { kty, crv, x, y })
  return { kid: await calculateJwkThumbprint(jwk), jwk }
}

const CURVES = { OKP: 'X25519', EC: 'P-256' } as const

/** The key in its one spelling. The library is asked to encrypt with it, for it judges a point only then. */
async function usable(jwk: { kty: string; crv: string; x: string; y?: string }): Promise<ConsumerJwk> {
  try {
    const key = await importJWK(jwk, 'ECDH-ES+A256KW', { extractable: true })
    await new FlattenedEncrypt(new Uint8Array(1))
      .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM' })
      .encrypt(key)
    return (await exportJWK(key)) as ConsumerJwk
  } catch {
    throw invalid('/jwk', 'this is not a public key of its curve')
  }
}

/** A key as the API shows it. */
export const keyView = (
  tenant: TenantId,
  { kid, jwk, description, created_at }: AlertConsumerKey,
): View<'AlertConsumerKey'> => ({
  kid,
  tenant_id: tenant,
  jwk,
  description,
  created_at,
})

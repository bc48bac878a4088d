/** A certificate's DER as PEM (RFC 7468), with its final line break, so that blocks can be put one after another. */
export function certificatePem(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

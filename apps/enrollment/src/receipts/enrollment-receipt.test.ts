import { describe, expect, it } from '@jest/globals'
import { parseCsr } from '@wardline/pki'
import { bodyOf, exchangeBody, harness, type Json, nonce } from '../testing/harness.ts'
import { type SignedReceipt, verifyReceipt } from './enrollment-receipt.ts'

const MAC = { platform: 'darwin', hostname: 'anns-laptop', fingerprint: { serial_number: 'C02XSECRET' } }

describe('the receipt of an enrolment', () => {
  it('says what was proven, when and for what, and is signed by the published key', async () => {
    const h = harness({ validateEvents: true })
    const { token, token_id } = await h.token()
    const request = await exchangeBody(token, MAC)
    const identity = bodyOf(await h.exchange(request))
    const [fact] = h.bus.published('internal.evidence.fact')
    const details = fact!.payload.details as unknown as SignedReceipt
    expect(details.receipt).toEqual({
      statement: 'wardline.enrollment.v1',
      tenant_id: identity.tenant_id,
      agent_id: identity.agent_id,
      agent_class: 'endpoint',
      proven: ['enrollment_token', 'key_possession', 'fresh_nonce'],
      proven_at: new Date(h.clock.now()).toISOString(),
      token_id,
      serial_number: identity.serial_number,
      spki_sha256: (await parseCsr(request.csr as string)).spkiHash,
      not_before: identity.not_before,
      not_after: identity.not_after,
    })
    const [key] = bodyOf(await h.operator('listReceiptKeys')).items as { key_id: string; public_key: string }[]
    expect(details.receipt_signature.key_id).toBe(key!.key_id)
    expect(verifyReceipt(details, key!.public_key)).toBe(true)
    for (const member of ['agent_id', 'serial_number', 'spki_sha256', 'statement'])
      expect(verifyReceipt({ ...details, receipt: { ...details.receipt, [member]: 'x' } }, key!.public_key)).toBe(false)
  })

  it('contains no secret and nothing about the machine', async () => {
    const h = harness()
    const { request } = await h.enrolled(MAC)
    const told = JSON.stringify(h.bus.published('internal.evidence.fact'))
    for (const secret of [request.enrollment_token, request.nonce, request.csr, 'anns-laptop', 'C02XSECRET'])
      expect(told).not.toContain(secret as string)
  })

  it('is the same whoever finishes the exchange', async () => {
    const h = harness()
    const { request } = await h.enrolled()
    await h.exchange({ ...request, nonce: nonce() })
    expect(h.bus.published('internal.evidence.fact')).toHaveLength(1)
    const again = harness()
    const keys = await Promise.all([h, again].map(async one => (await one.operator('listReceiptKeys')).body as Json))
    expect(keys[0]).toEqual(keys[1])
  })
})

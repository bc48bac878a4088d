import { describe, expect, it } from '@jest/globals'
import { verifyEvidence } from './verify-digest.ts'

/** Digests made by hand with sha256sum over the canonical JSON. */
const record = {
  evidence_id: 'evd_1',
  evidence_type: 'alert',
  subject: { type: 'alert', id: 'alr_1' },
  summary: 'An alert',
  collected_at: '2026-11-20T10:00:00.000Z',
  controls: ['soc2:CC7.2'],
  details_digest: '0c12f09e3c0731d4d988482b46519b514e9b36765511c58e9fe37ae4fb9ed4ab',
  previous_digest: null,
  digest: '755a75dd472e40e6627a92e0d018adbed836d91e606936b531ad14018e94c431',
  details: { count: 3, severity: 'high' },
}

describe('a record of evidence', () => {
  it('is whole if its digests match its members, in any order', async () => {
    const { evidence_id, ...rest } = record
    expect(await verifyEvidence({ ...rest, evidence_id, redaction_applied: true })).toEqual({
      record: true,
      details: true,
    })
  })

  it.each(Object.keys(record).filter(k => k !== 'details'))('is not, with another %s', async member => {
    expect((await verifyEvidence({ ...record, [member]: 'other' })).record).toBe(false)
  })

  it('is not, with other details', async () => {
    expect(await verifyEvidence({ ...record, details: { count: 4, severity: 'high' } })).toEqual({
      record: true,
      details: false,
    })
  })
})

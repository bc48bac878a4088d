import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { Facts } from '../../ui/page.tsx'
import { verifyEvidence } from './verify-digest.ts'

/** The record's digests, computed again here. */
export function Digest({ record }: { readonly record: Schemas['EvidenceDetail'] }) {
  const { data } = useQuery({
    queryKey: ['evidence', 'verdict', record],
    queryFn: () => verifyEvidence(record),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const whole = data?.record && data.details
  return (
    <section className="stack" aria-label="Digest">
      <div className={`note ${data === undefined ? '' : whole ? 'good' : 'bad'}`} role="status">
        {data === undefined && 'Computing the digests'}
        {data && <strong>{whole ? 'Verified in this browser' : 'This record is not what its digest says'}</strong>}
        {data && (
          <p className="small">
            {whole
              ? 'The digests of the record and of its details are what was computed here from their members.'
              : `Members: ${data.record ? 'right' : 'wrong'}. Details: ${data.details ? 'right' : 'wrong'}.`}
          </p>
        )}
      </div>
      <Facts
        facts={[
          ['Digest', <code key="d">{record.digest}</code>],
          ['Digest of the record before', <code key="p">{record.previous_digest ?? 'none, it is the first'}</code>],
        ]}
      />
    </section>
  )
}

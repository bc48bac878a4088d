import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { Facts } from '../../ui/page.tsx'
import { verifyEvidence } from './verify-digest.ts'

/** The record's digests, recomputed in the browser. */
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
        {data && <strong>{whole ? 'Verified in this browser' : 'This record does not match its digest'}</strong>}
        {data && (
          <p className="small">
            {whole
              ? 'The digests of the record and of its details match those computed here from their content.'
              : `Members: ${data.record ? 'right' : 'wrong'}. Details: ${data.details ? 'right' : 'wrong'}.`}
          </p>
        )}
      </div>
      <Facts
        facts={[
          ['Digest', <code key="d">{record.digest}</code>],
          ['Digest of the previous record', <code key="p">{record.previous_digest ?? 'none, it is the first'}</code>],
        ]}
      />
    </section>
  )
}

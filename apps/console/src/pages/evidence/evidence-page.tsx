import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../ui/button.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { More } from '../../ui/more.tsx'
import { Facts, Page } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { Digest } from './digest.tsx'

const TYPES = [
  'alert',
  'mdm_sync',
  'enrollment',
  'revocation',
  'retention_move',
  'rule_change',
  'policy_change',
  'settings_change',
  'ticket_closure',
] as const

/** Saves exactly what is shown as a file. */
function download(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}

export function EvidencePage({ id }: { readonly id?: string | undefined }) {
  const api = useApi()
  const [, navigate] = useLocation()
  const [type, setType] = useState<Schemas['EvidenceType'] | ''>('')
  const list = usePages(['evidence', type], (cursor, signal) =>
    bodyOf(
      api.GET('/api/v1/auditor/evidence', {
        params: { query: { ...(type ? { evidence_type: [type] } : {}), ...cursor } },
        signal,
      }),
    ),
  )
  const items = list.state.data
  return (
    <Page
      title="Evidence"
      lead="A chain of records, each with the digest of the previous one. Records are never changed."
      actions={
        <Button disabled={!items?.length} onClick={() => download('wardline-evidence.json', items)}>
          Download this list
        </Button>
      }
    >
      <div className="toolbar">
        <FilterSelect label="Kind" value={type} options={TYPES} onChange={setType} />
      </div>
      <section className="card" aria-label="Evidence">
        <DataState
          query={list.state}
          empty={{
            when: all => all.length === 0,
            title: 'No evidence yet',
            hint: 'Alerts, enrolments, syncs and settings changes create it.',
          }}
        >
          {all => (
            <ul className="rows">
              {all.map(record => (
                <li key={record.evidence_id}>
                  <Link href={`/evidence/${record.evidence_id}`} className="row-link">
                    <span className="state off">{record.evidence_type.replaceAll('_', ' ')}</span>
                    <span className="grow clip">
                      <LogText text={record.summary} line />
                    </span>
                    <code className="faint">{record.digest.slice(0, 10)}</code>
                    <Time at={record.collected_at} relative />
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </DataState>
        <More more={list.more} fetching={list.fetching} />
      </section>
      {id && <EvidenceDetail id={id} onClose={() => navigate('/evidence')} />}
    </Page>
  )
}

function EvidenceDetail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const api = useApi()
  const query = useQuery({
    queryKey: ['evidence', 'one', id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/api/v1/compliance-evidence/{evidence_id}', { params: { path: { evidence_id: id } }, signal })),
  })
  return (
    <Dialog title="Evidence" side onClose={onClose}>
      <DataState query={query}>
        {record => (
          <>
            <p>
              <LogText text={record.summary} />
            </p>
            <Facts
              facts={[
                ['Kind', record.evidence_type.replaceAll('_', ' ')],
                ['About', `${record.subject.type} ${record.subject.id}`],
                ['Collected', <Time key="c" at={record.collected_at} />],
                ['Controls', record.controls.join(', ') || 'none'],
              ]}
            />
            <Digest record={record} />
            <h3>Details</h3>
            <pre className="code-block">
              <LogText text={JSON.stringify(record.details, null, 2)} />
            </pre>
            <Button onClick={() => download(`${record.evidence_id}.json`, record)}>Download this record</Button>
          </>
        )}
      </DataState>
    </Dialog>
  )
}

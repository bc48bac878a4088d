import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { State } from '../../ui/marks.tsx'
import { Time } from '../../ui/time.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { ListSection } from './list-section.tsx'

const textOf = (record: Readonly<Record<string, unknown>>): string => [record.type, record.id].filter(Boolean).join(' ')

/** How often personal data was read, and by which fields it was looked up. */
function Reads({ reads }: { readonly reads?: Schemas['AuditRecord']['reads'] }) {
  if (!reads) return null
  const { count, filters } = reads
  return (
    <>
      {count}
      {filters.length > 0 && <span className="faint"> by {filters.join(', ')}</span>}
    </>
  )
}

export function AuditRecords() {
  const api = useApi()
  const list = usePages(['audit'], (query, signal) =>
    bodyOf(api.GET('/api/v1/audit-records', { params: { query }, signal })),
  )
  return (
    <ListSection
      label="Audit records"
      list={list}
      keyOf={r => r.audit_id}
      empty="No record"
      columns={[
        { title: 'What', cell: r => <code>{r.operation}</code> },
        { title: 'When', cell: r => <Time at={r.at} /> },
        { title: 'Who', cell: r => <LogText text={textOf(r.actor as Record<string, unknown>)} line /> },
        { title: 'Record', cell: r => <LogText text={textOf((r.resource ?? {}) as Record<string, unknown>)} line /> },
        { title: 'Reads', cell: r => <Reads reads={r.reads} /> },
        { title: 'Outcome', cell: r => <State value={r.outcome} /> },
        { title: 'Request', cell: r => <code className="faint">{r.request_id}</code> },
      ]}
    />
  )
}

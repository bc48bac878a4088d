import { useState } from 'react'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { State, YesNo } from '../../ui/marks.tsx'
import { Time } from '../../ui/time.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { ListSection } from './list-section.tsx'
import { MdmConnections } from './mdm-connections.tsx'

const STATES = ['compliant', 'noncompliant', 'in_grace_period', 'conflict', 'error', 'unknown'] as const

/** The reports of device management, read only. The platform stores no device name, user or address. */
export function DevicePosture() {
  const may = useMay()
  return (
    <div className="stack">
      {may('listMdmConnections') && <MdmConnections />}
      <PosturePanel />
    </div>
  )
}

function PosturePanel() {
  const api = useApi()
  const [state, setState] = useState<Schemas['MdmComplianceState'] | ''>('')
  const list = usePages(['mdm', 'devices', state], (cursor, signal) =>
    bodyOf(
      api.GET('/api/v1/integrations/mdm/devices', {
        params: { query: { ...(state ? { compliance_state: state } : {}), ...cursor } },
        signal,
      }),
    ),
  )
  return (
    <div className="stack">
      <h2>Device posture</h2>
      <p className="hint">
        Read only, and redacted by construction: no user, device name, serial number or address is kept.
      </p>
      <div className="toolbar">
        <FilterSelect label="Compliance" value={state} options={STATES} onChange={setState} />
      </div>
      <ListSection
        label="Device posture"
        list={list}
        keyOf={d => d.device_id}
        empty="No device"
        hint="Connect a provider and run a sync."
        columns={[
          { title: 'Device', cell: d => <code>{d.device_id}</code> },
          { title: 'System', cell: d => `${d.platform} ${d.os_version ?? ''}` },
          { title: 'Compliance', cell: d => <State value={d.compliance_state} /> },
          { title: 'Encrypted', cell: d => <YesNo value={d.encrypted} good /> },
          { title: 'Jailbroken', cell: d => <YesNo value={d.jailbroken} good={false} /> },
          { title: 'Owner', cell: d => d.ownership },
          { title: 'Model', cell: d => [d.manufacturer, d.model].filter(Boolean).join(' ') || 'unknown' },
          { title: 'Confidence', cell: d => d.source_confidence },
          {
            title: 'Seen',
            cell: d =>
              d.missing_since ? <span className="state warn">missing</span> : <Time at={d.last_seen_at} relative />,
          },
        ]}
      />
    </div>
  )
}

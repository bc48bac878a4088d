import { useQuery } from '@tanstack/react-query'
import { bodyOf, type Schemas } from '../../api/client.ts'
import { useApi } from '../../api/context.tsx'
import { useMay } from '../../session/session-context.tsx'
import { DataState } from '../../ui/data-state.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LogText } from '../../ui/log-text.tsx'
import { State, YesNo } from '../../ui/marks.tsx'
import { Facts } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { treeRows } from '../logs/event-tree.ts'
import { AgentIdentity } from './agent-identity.tsx'

/** A machine: the reports of its agent and of device management side by side, and its identity. */
export function AssetDetail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const api = useApi()
  const may = useMay()
  const query = useQuery({
    queryKey: ['assets', 'one', id],
    refetchInterval: 30_000,
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/api/v1/assets/{asset_id}', { params: { path: { asset_id: id } }, signal })),
  })
  return (
    <Dialog title={query.data?.hostname ?? 'Endpoint'} side onClose={onClose}>
      <DataState query={query}>
        {asset => (
          <>
            {asset.possible_duplicate_of && (
              <p className="note warn">
                Another machine with a live agent has the same fingerprint: {asset.possible_duplicate_of}.
              </p>
            )}
            <div className="compare">
              <AgentPosture asset={asset} />
              {(asset.mdm ?? []).map(mdm => (
                <MdmPosture key={mdm.device_id} mdm={mdm} />
              ))}
              {!asset.mdm?.length && (
                <section className="card" aria-label="Device management">
                  <h3>Device management</h3>
                  <p className="hint">No connected provider knows a device with this machine's serial number.</p>
                </section>
              )}
            </div>
            {may('readAgent') && <AgentIdentity agentId={asset.agent_id} />}
            <section className="stack" aria-label="History">
              <h3>History</h3>
              <Facts
                facts={[
                  ['First seen', <Time key="f" at={asset.first_seen_at} />],
                  ['Last seen', <Time key="l" at={asset.last_seen_at} />],
                  ...asset.sources.map(
                    s => [`By ${s.type}, ${s.confidence} confidence`, <Time key={s.id} at={s.last_seen_at} />] as const,
                  ),
                ]}
              />
            </section>
          </>
        )}
      </DataState>
    </Dialog>
  )
}

const MOST_FACTS = 200

function AgentPosture({ asset }: { readonly asset: Schemas['Asset'] }) {
  return (
    <section className="card" aria-label="Agent">
      <h3>Agent</h3>
      <Facts
        facts={[
          ['Status', <State key="s" value={asset.status} />],
          ['System', `${asset.os_family ?? 'unknown'} ${asset.os_version ?? ''}`],
          ...(asset.os_family_conflict
            ? [
                [
                  'Conflict',
                  <span key="c" className="state bad">
                    heartbeats report another system
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      <ul className="tree" aria-label="Facts from the newest heartbeat">
        {treeRows(asset.posture as Record<string, unknown>, MOST_FACTS).map(row => (
          <li key={row.path} className={`tree-row depth-${Math.min(row.depth, 8)}`}>
            <span className="tree-name">
              <bdi>{row.name}</bdi>
            </span>
            {row.value !== undefined && <LogText text={row.value} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function MdmPosture({ mdm }: { readonly mdm: Schemas['AssetMdmPosture'] }) {
  return (
    <section className="card" aria-label="Device management">
      <h3>Device management</h3>
      <Facts
        facts={[
          ['Compliance', <State key="c" value={mdm.compliance_state} />],
          ['Management', mdm.management_state],
          ['System', `${mdm.platform ?? 'unknown'} ${mdm.os_version ?? ''}`],
          ['Encrypted', <YesNo key="e" value={mdm.encrypted} good />],
          ['Jailbroken', <YesNo key="j" value={mdm.jailbroken} good={false} />],
          ['Confidence', mdm.source_confidence],
          ['Last contact with its provider', <Time key="t" at={mdm.last_sync_at} />],
          [
            'Conflicts with the agent',
            mdm.conflicts.length === 0 ? (
              'none'
            ) : (
              <span key="x" className="state bad">
                {mdm.conflicts.join(', ')}
              </span>
            ),
          ],
        ]}
      />
    </section>
  )
}

import { useLocation } from 'wouter'
import { useMay } from '../../session/session-context.tsx'
import type { Operation } from '../../session/session-store.ts'
import { NoPermission } from '../../ui/data-state.tsx'
import { Page } from '../../ui/page.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { AuditRecords } from './audit-records.tsx'
import { ConsumerKeys } from './consumer-keys.tsx'
import { Destinations } from './destinations.tsx'
import { DetectionRules } from './detection-rules.tsx'
import { DevicePosture } from './device-posture.tsx'
import { Issuers } from './issuers.tsx'
import { LogSources } from './log-sources.tsx'
import { RedactionPolicy } from './redaction-policy.tsx'
import { Rejections } from './rejections.tsx'
import { Retention } from './retention.tsx'
import { ServiceAccounts } from './service-accounts.tsx'
import { Sessions } from './sessions.tsx'
import { Tenants } from './tenants.tsx'

const SECTIONS: readonly (Tab & { readonly needs: Operation })[] = [
  { id: 'sources', title: 'Log sources', needs: 'listLogSources', content: () => <LogSources /> },
  { id: 'rejections', title: 'Rejections', needs: 'listRejections', content: () => <Rejections /> },
  { id: 'devices', title: 'Device posture (MDM)', needs: 'listMdmDevices', content: () => <DevicePosture /> },
  { id: 'rules', title: 'Detection rules', needs: 'listDetectionRules', content: () => <DetectionRules /> },
  { id: 'retention', title: 'Retention', needs: 'readRetention', content: () => <Retention /> },
  { id: 'tenants', title: 'Tenants', needs: 'createTenant', content: () => <Tenants /> },
  { id: 'issuers', title: 'Identity providers', needs: 'listOidcIssuers', content: () => <Issuers /> },
  { id: 'accounts', title: 'Service accounts', needs: 'listServiceAccounts', content: () => <ServiceAccounts /> },
  { id: 'sessions', title: 'Browser sessions', needs: 'listSessions', content: () => <Sessions /> },
  {
    id: 'destinations',
    title: 'Alert destinations',
    needs: 'listAlertDestinations',
    content: () => (
      <>
        <Destinations />
        <ConsumerKeys />
      </>
    ),
  },
  { id: 'audit', title: 'Audit records', needs: 'listAuditRecords', content: () => <AuditRecords /> },
  { id: 'redaction', title: 'Redaction policy', needs: 'listRedactionPolicies', content: () => <RedactionPolicy /> },
]

/** Settings. Each role sees the sections that it may read. */
export function SettingsPage({ section }: { readonly section?: string | undefined }) {
  const may = useMay()
  const [, navigate] = useLocation()
  const mine = SECTIONS.filter(s => may(s.needs))
  const chosen = section ?? mine[0]?.id
  return (
    <Page title="Settings">
      {mine.some(s => s.id === chosen) && chosen ? (
        <Tabs label="Settings" tabs={mine} value={chosen} onChange={id => navigate(`/settings/${id}`)} />
      ) : (
        <NoPermission />
      )}
    </Page>
  )
}

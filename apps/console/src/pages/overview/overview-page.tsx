import { useMay } from '../../session/session-context.tsx'
import { Page } from '../../ui/page.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { EndpointsCard } from './endpoints-card.tsx'
import { EventsCard } from './events-card.tsx'
import { PipelineCard } from './pipeline-card.tsx'

/** The first page in the morning: what came in, what was found, who is missing, and whether the pipeline keeps up. */
export function OverviewPage() {
  const may = useMay()
  return (
    <Page title="Overview" lead="The last 24 hours of your tenant.">
      <div className="overview">
        <EventsCard />
        <AlertsCard />
        <EndpointsCard />
        {may('listLogSources') && <PipelineCard />}
      </div>
    </Page>
  )
}

import { lazy } from 'react'
import { Link, Redirect, Route, Switch } from 'wouter'
import { useMay } from '../session/session-context.tsx'
import { Empty } from '../ui/data-state.tsx'

const Overview = lazy(() => import('../pages/overview/overview-page.tsx').then(m => ({ default: m.OverviewPage })))
const Endpoints = lazy(() => import('../pages/endpoints/endpoints-page.tsx').then(m => ({ default: m.EndpointsPage })))
const Logs = lazy(() => import('../pages/logs/logs-page.tsx').then(m => ({ default: m.LogsPage })))
const Alerts = lazy(() => import('../pages/alerts/alerts-page.tsx').then(m => ({ default: m.AlertsPage })))
const Tickets = lazy(() => import('../pages/tickets/tickets-page.tsx').then(m => ({ default: m.TicketsPage })))
const Evidence = lazy(() => import('../pages/evidence/evidence-page.tsx').then(m => ({ default: m.EvidencePage })))
const Settings = lazy(() => import('../pages/settings/settings-page.tsx').then(m => ({ default: m.SettingsPage })))

/** Who runs the platform has tenants, and nothing of what is in them. */
function Home() {
  return useMay()('listAlerts') ? <Overview /> : <Redirect to="/settings" replace />
}

/** What was chosen on a page stands in its path, so that a link and the back button find it again. */
export function Routes() {
  return (
    <Switch>
      <Route path="/" component={Home} />
      <Route path="/endpoints/:id?">{({ id }) => <Endpoints id={id} />}</Route>
      <Route path="/logs" component={Logs} />
      <Route path="/alerts/:id?">{({ id }) => <Alerts id={id} />}</Route>
      <Route path="/tickets/:id?">{({ id }) => <Tickets id={id} />}</Route>
      <Route path="/evidence/:id?">{({ id }) => <Evidence id={id} />}</Route>
      <Route path="/settings/:section?">{({ section }) => <Settings section={section} />}</Route>
      <Route>
        <Empty title="There is no such page" hint={<Link href="/">Go to the overview</Link>} />
      </Route>
    </Switch>
  )
}

import { type ComponentType, lazy } from 'react'
import { Link, Redirect, Route, Switch } from 'wouter'
import { useMay } from '../session/session-context.tsx'
import { Empty } from '../ui/data-state.tsx'

const LOADERS: (() => Promise<unknown>)[] = []

/** Milliseconds before each further try to fetch a page: the service may just be restarting. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000]

async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    const loaded = await load().catch(() => undefined)
    if (loaded !== undefined) return loaded
    await new Promise(resolve => setTimeout(resolve, pause))
  }
  return load()
}

/** A page that is fetched when it is needed, or earlier when the browser is idle. */
function page<P>(load: () => Promise<ComponentType<P>>) {
  LOADERS.push(load)
  return lazy(async () => ({ default: await persistently(load) }))
}

const Overview = page(() => import('../pages/overview/overview-page.tsx').then(m => m.OverviewPage))
const Endpoints = page(() => import('../pages/endpoints/endpoints-page.tsx').then(m => m.EndpointsPage))
const Logs = page(() => import('../pages/logs/logs-page.tsx').then(m => m.LogsPage))
const Alerts = page(() => import('../pages/alerts/alerts-page.tsx').then(m => m.AlertsPage))
const Tickets = page(() => import('../pages/tickets/tickets-page.tsx').then(m => m.TicketsPage))
const Evidence = page(() => import('../pages/evidence/evidence-page.tsx').then(m => m.EvidencePage))
const Settings = page(() => import('../pages/settings/settings-page.tsx').then(m => m.SettingsPage))

/** Fetches every page, so that each one opens at once, even while the service is down. */
export async function fetchPages(): Promise<void> {
  for (const load of LOADERS) await load().catch(() => undefined)
}

/** The platform operator manages tenants but sees none of their data, so there is no overview. */
function Home() {
  return useMay()('listAlerts') ? <Overview /> : <Redirect to="/settings" replace />
}

/** The selection on a page is part of its path, so that links and the back button restore it. */
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
        <Empty title="This page does not exist" hint={<Link href="/">Go to the overview</Link>} />
      </Route>
    </Switch>
  )
}

import { Link, useLocation } from 'wouter'
import { useLiveAlerts } from '../live-alerts/live-alerts.tsx'
import { useMay } from '../session/session-context.tsx'
import type { Operation } from '../session/session-store.ts'
import { Icon, type IconName } from '../ui/icons.tsx'

interface Entry {
  readonly path: string
  readonly title: string
  readonly icon: IconName
  /** Any of them. */
  readonly needs: readonly Operation[]
}

/** The pages, in the order of a working day. The digits are their shortcuts after `g`. */
export const PAGES: readonly Entry[] = [
  { path: '/', title: 'Overview', icon: 'overview', needs: ['listAlerts'] },
  { path: '/endpoints', title: 'Endpoints', icon: 'endpoints', needs: ['listAssets'] },
  { path: '/logs', title: 'Logs', icon: 'logs', needs: ['searchLogs'] },
  { path: '/alerts', title: 'Alerts', icon: 'alerts', needs: ['listAlerts'] },
  { path: '/tickets', title: 'Tickets', icon: 'tickets', needs: ['listTickets'] },
  { path: '/evidence', title: 'Evidence', icon: 'evidence', needs: ['listEvidence'] },
  { path: '/settings', title: 'Settings', icon: 'settings', needs: ['listRedactionPolicies', 'createTenant'] },
]

export function Navigation({ onNavigate }: { readonly onNavigate: () => void }) {
  const [location] = useLocation()
  const may = useMay()
  const { unseen } = useLiveAlerts()
  return (
    <nav className="nav" aria-label="Pages">
      {PAGES.filter(page => page.needs.some(may)).map(({ path, title, icon }) => {
        const here = path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`)
        return (
          <Link
            key={path}
            href={path}
            className="nav-link"
            aria-current={here ? 'page' : undefined}
            onClick={onNavigate}
          >
            <Icon name={icon} />
            {title}
            {path === '/alerts' && unseen > 0 && (
              <span className="count" title="New since you last looked">
                {unseen}
                <span className="visually-hidden"> new</span>
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}

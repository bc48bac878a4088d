import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { LiveAlerts } from '../live-alerts/live-alerts.tsx'
import { useSession } from '../session/session-context.tsx'
import { Button } from '../ui/button.tsx'
import { FaultBoundary } from '../ui/fault-boundary.tsx'
import { Icon, Mark } from '../ui/icons.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Navigation } from './navigation.tsx'
import { RedactionBanner } from './redaction-banner.tsx'
import { fetchPages, Routes } from './routes.tsx'
import { useShortcuts } from './shortcuts.ts'

/** The visible page loads first. */
const FETCH_PAGES_AFTER_MS = 500

/** The frame around every page. */
export function Shell() {
  const { tenant_name, tenant_id } = useSession()
  const [open, setOpen] = useState(false)
  const [location] = useLocation()
  useShortcuts()
  useEffect(() => {
    const later = setTimeout(() => void fetchPages(), FETCH_PAGES_AFTER_MS)
    return () => clearTimeout(later)
  }, [])
  return (
    <LiveAlerts>
      <button type="button" className="skip-link" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <div className={open ? 'shell nav-open' : 'shell'}>
        <header className="top">
          <Button
            kind="quiet"
            className="icon-only nav-toggle"
            aria-label="Menu"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'close' : 'menu'} />
          </Button>
          <span className="brand">
            <Mark /> Wardline
          </span>
          <span className="tenant">
            <bdi>{tenant_name ?? tenant_id}</bdi>
          </span>
          <AccountMenu />
        </header>
        <Navigation key={location} onNavigate={() => setOpen(false)} />
        <main id="main" tabIndex={-1}>
          <RedactionBanner />
          <Suspense fallback={<div className="page-loading" role="status" aria-label="Loading" />}>
            <FaultBoundary key={location.split('/')[1]}>
              <Routes />
            </FaultBoundary>
          </Suspense>
        </main>
      </div>
    </LiveAlerts>
  )
}

import { Menu } from '@base-ui/react/menu'
import { useState } from 'react'
import { useSession, useSessionStore } from '../session/session-context.tsx'
import { Icon } from '../ui/icons.tsx'
import { Time } from '../ui/time.tsx'
import { chooseTheme, storedTheme, type Theme } from './theme.ts'

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'Like the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Who is signed in, how the console looks, and the way out. */
export function AccountMenu() {
  const session = useSession()
  const store = useSessionStore()
  const release = store.release()
  const [theme, setTheme] = useState(storedTheme)
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="button quiet account" aria-label={`Account ${session.name ?? session.principal.id}`}>
        <Icon name="sun" />
        <span className="account-name">
          <bdi>{session.name ?? session.principal.id}</bdi>
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="menu-positioner">
          <Menu.Popup className="menu">
            <div className="menu-note">
              <bdi>{session.name ?? session.principal.id}</bdi>
              <div className="hint">{session.roles.join(', ')}</div>
              {session.organisation && (
                <div className="hint">
                  by <bdi>{session.organisation}</bdi>
                </div>
              )}
              <div className="hint">
                signed in until <Time at={session.expires_at} none="further notice" />
              </div>
              {release !== undefined && <div className="hint">Wardline {release}</div>}
            </div>
            <Menu.RadioGroup
              value={theme}
              onValueChange={value => {
                setTheme(value as Theme)
                chooseTheme(value as Theme)
              }}
            >
              {THEMES.map(([id, title]) => (
                <Menu.RadioItem key={id} value={id} className="menu-item">
                  <Menu.RadioItemIndicator className="menu-check" keepMounted>
                    {theme === id && <Icon name="check" />}
                  </Menu.RadioItemIndicator>
                  {title}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="menu-line" />
            <Menu.Item className="menu-item" onClick={() => void store.signOut()}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

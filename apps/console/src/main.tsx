import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createSessionStore } from './session/session-store.ts'
import { applyTheme, followTheme, storedTheme } from './shell/theme.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/pages.css'

applyTheme(storedTheme())
followTheme()
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <App store={createSessionStore()} />
  </StrictMode>,
)

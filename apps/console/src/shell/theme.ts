export type Theme = 'system' | 'light' | 'dark'

const KEY = 'wardline-theme'
const DARK = '(prefers-color-scheme: dark)'

/** The only thing that the console keeps in the browser. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Also later, when the system's theme changes, or it is chosen in another tab. */
export function followTheme(): void {
  const follow = (): void => {
    applyTheme(storedTheme())
    window.dispatchEvent(new Event('wardline-theme'))
  }
  window.matchMedia(DARK).addEventListener('change', follow)
  window.addEventListener('storage', follow)
}

export function applyTheme(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && window.matchMedia(DARK).matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  applyTheme(theme)
  window.dispatchEvent(new Event('wardline-theme'))
}

// Debian's Chromium, driven by playwright-core: the machine has it, or `apt-get install chromium` brings it.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const PLACES = [
  process.env.WARDLINE_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Where a browser is, if there is one. */
export const findBrowser = (): string | undefined => PLACES.find(path => path !== undefined && existsSync(path))

/** @param trusted SHA-256 of public keys (SPKI, base64) whose certificates are taken as if a known authority had signed them. */
export const launch = (executablePath: string, trusted: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(trusted.length > 0 ? [`--ignore-certificate-errors-spki-list=${trusted.join(',')}`] : []),
    ],
  })

/** A window of its own, with everything that it asks for and prints written down. */
export interface Window {
  readonly context: BrowserContext
  readonly page: Page
  /** Addresses, headers and bodies of all answers of this origin, as text. */
  readonly heard: () => Promise<string>
  /** Errors of the page, and refusals by its content security policy. */
  readonly complaints: string[]
}

export async function openWindow(
  browser: Browser,
  options: { readonly dark?: boolean; readonly width?: number } = {},
): Promise<Window> {
  const context = await browser.newContext({
    colorScheme: options.dark ? 'dark' : 'light',
    viewport: { width: options.width ?? 1280, height: 860 },
    timezoneId: 'Europe/Zurich',
    locale: 'en-GB',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => {
    if (/content security policy|trusted/i.test(message.text())) complaints.push(message.text())
  })
  const answers: Promise<string>[] = []
  page.on('response', response => {
    if (response.url().includes('/alerts/stream')) return
    answers.push(
      response.text().then(
        text => `${response.url()}\n${text}`,
        () => response.url(),
      ),
    )
  })
  return { context, page, complaints, heard: async () => (await Promise.all(answers)).join('\n') }
}

/** Signs in by pasting a token, as a person does. */
export async function signIn(page: Page, origin: string, token: string): Promise<void> {
  await page.goto(`${origin}/console/`)
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
}

/** The rules of axe that judge colours: the others find the same in light and dark. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

interface Axe {
  run(options: { runOnly?: readonly string[] }): Promise<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[]
  }>
}

/** Serious faults that axe finds, as lines. @param runOnly its rules; all by default. */
export async function accessibilityFaults(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async rules => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run(rules ? { runOnly: rules } : {})
    return violations
      .filter(v => v.impact === 'serious' || v.impact === 'critical')
      .map(
        v =>
          `${v.id}: ${v.nodes
            .slice(0, 3)
            .map(n => n.html.slice(0, 200))
            .join(' | ')}`,
      )
  }, runOnly)
}

const PICTURES = fileURLToPath(new URL('../../docs/console/', import.meta.url))

/** Draws the page for the documentation, light and dark, where `WARDLINE_CONSOLE_PICTURES` asks for it. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.WARDLINE_CONSOLE_PICTURES !== '1') return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    await page.screenshot({ path: `${PICTURES}${name}-${colorScheme}.jpg`, type: 'jpeg', quality: 60 })
  }
}

/** Waits until a page has everything that it loads. The stream of alerts never ends, so the network is never idle. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.skeleton, .page-loading').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(250)
  await page.waitForFunction(() => document.querySelector('.skeleton, .page-loading') === null)
}

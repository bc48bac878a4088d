// People sign in through the login form of a certified OpenID Provider on another site, and out again.
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { CLIENT_ID, type SignInProvider, startSignInProvider } from '@wardline/gateway/testing'
import type { Browser, Page } from 'playwright-core'
import { type ApiClient, createApiClient } from '../../tools/client/api.ts'
import { type Instance, removeDataDir, startInstance } from '../../tools/instance/start.ts'
import { freePort, IDENTITY_CLIENT_SECRET } from '../../tools/simulators/instance-settings.ts'
import { accessibilityFaults, launch, openWindow, settled, signIn, type Window } from './browser.ts'
import { inBrowser } from './in-browser.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PICTURES = fileURLToPath(new URL('../../docs/console/', import.meta.url))
const draw = process.env.WARDLINE_CONSOLE_PICTURES === '1'
const { describe: described, executable } = inBrowser()

described('signing in to the console', () => {
  let provider: SignInProvider
  let instance: Instance
  let admin: ApiClient
  let browser: Browser
  let window: Window
  let issuerId = ''
  const at = (path: string): string => `${instance.apiUrl}/console/${path}`

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['apps/console/build/main.ts', '--if-stale'], { cwd: ROOT })
    const port = await freePort()
    provider = await startSignInProvider({
      hostname: 'localhost',
      redirectUri: `http://127.0.0.1:${port}/api/v1/session/callback`,
      clientSecret: IDENTITY_CLIENT_SECRET,
      people: { ann: { groups: ['leads'], name: 'Ann Lee' }, bob: { groups: ['others'], name: 'Bob Ray' } },
    })
    instance = await startInstance({
      env: {
        WARDLINE_API_PORT: String(port),
        WARDLINE_EGRESS_ALLOW: provider.hostPort,
        WARDLINE_SECRET__TEN_DEFAULT__OIDC__SIMULATED: IDENTITY_CLIENT_SECRET,
      },
    })
    admin = createApiClient(instance.apiUrl, { token: instance.adminToken })
    browser = await launch(executable)
    window = await openWindow(browser)
  }, 180_000)

  afterAll(async () => {
    await browser?.close()
    await admin?.close()
    await instance?.stop()
    provider?.close()
    if (instance) removeDataDir(instance.dataDir)
  })

  /** Through the provider's own pages, as far as it asks. */
  async function throughProvider(page: Page, login: string): Promise<void> {
    await page.waitForURL(url => url.origin === provider.issuer)
    await page.getByPlaceholder('Enter any login').fill(login)
    await page.getByPlaceholder('and password').fill('any')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(url => url.origin === instance.apiUrl)
  }

  const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account Ann Lee' })

  it('needs a registration, which an admin makes in the settings, with what to register at the provider', async () => {
    const { page } = await openWindow(browser)
    await signIn(page, instance.apiUrl, instance.adminToken)
    await page.goto(at('settings/issuers'))
    await page.getByRole('button', { name: 'Register a provider' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Issuer/).fill(provider.issuer)
    await dialog.getByLabel('Audience of its access tokens').fill('wardline')
    await dialog.getByRole('textbox', { name: 'Group', exact: true }).fill('leads')
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('admin')
    await dialog.getByRole('button', { name: 'Add a group' }).click()
    await dialog.getByRole('textbox', { name: 'Group', exact: true }).nth(1).fill('leads')
    await dialog.getByRole('combobox', { name: 'Role' }).nth(1).selectOption('operator')
    await dialog.getByLabel('Name to type when signing in').fill('acme.example')
    await dialog.getByLabel('Client id at the provider').fill(CLIENT_ID)
    await dialog.getByLabel(/^Scopes/).fill('openid profile groups')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByLabel(/^Name of the secret/).fill('simulated')
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await dialog.getByText(`${instance.apiUrl}/api/v1/session/callback`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('leads: admin, operator').waitFor()
    issuerId = (await admin.get('/oidc-issuers')).body.items[0].issuer_id
    await page.context().close()
  })

  it('needs the proof that the issuer is the organisation’s own, by an admin of the issuer', async () => {
    const { page } = await openWindow(browser)
    const prove = async (login: string): Promise<void> => {
      await page.getByRole('button', { name: 'Prove' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sign in there' }).click()
      await throughProvider(page, login)
      await page.getByText('leads: admin, operator').waitFor()
    }
    await signIn(page, instance.apiUrl, instance.adminToken)
    await page.goto(at('settings/issuers'))
    await page.getByText('pending', { exact: true }).waitFor()
    await prove('bob')
    await page.getByText('The issuer is not proven: this person is no admin').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.context().clearCookies({ domain: 'localhost' })
    await prove('ann')
    await page.getByText('proven', { exact: true }).waitFor()
    expect(page.url()).toBe(at('settings/issuers'))
    await page.context().close()
  })

  it('says alike of a name that nobody has and of nothing else why it did not work, and lets nobody in', async () => {
    const { page } = window
    await page.goto(at('alerts'))
    await page.getByLabel('Organisation').fill('Nobody.Example ')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('No sign-in by this name').waitFor()
    expect(page.url()).toBe(at('alerts'))
    await page.getByLabel('Organisation').fill('acme.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await throughProvider(page, 'bob')
    await page.getByText('You have no role here').waitFor()
    expect(page.url()).toBe(at('alerts'))
    expect(await accessibilityFaults(page)).toEqual([])
    await page.context().clearCookies()
  })

  it('goes through the provider and back to where a link led, with a cookie that no script reads and nothing in the address', async () => {
    const { page, context } = window
    await page.goto(at('logs?organisation=acme.example#last=3600000&severity=high'))
    expect(await page.getByLabel('Organisation').inputValue()).toBe('acme.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await throughProvider(page, 'ann')
    await accountMenu(page).waitFor()
    expect(page.url()).toBe(at('logs#last=3600000&severity=high'))
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
    expect(kept).toBe('{"organisation":"acme.example"}')
    const [session] = (await context.cookies(`${instance.apiUrl}/api/v1`)).filter(c => c.name === 'wardline_session')
    expect([session?.httpOnly, session?.sameSite]).toEqual([true, 'Strict'])
    await accountMenu(page).click()
    await page.getByText('admin, operator').waitFor()
    await page.getByText('by acme.example').waitFor()
    await page.keyboard.press('Escape')
  })

  it('goes on in mid-session by another tab, and loses nothing of this one', async () => {
    const { page, context } = window
    await page.goto(at('logs'))
    await page.getByRole('searchbox').fill('half typed')
    // Any change of the registration ends the sessions that came by it.
    const changed = await admin.patch(`/oidc-issuers/${issuerId}`, { state: 'active' }, '*')
    expect(changed.status).toBe(200)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('Your session has ended').waitFor()
    const opened = context.waitForEvent('page')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    const other = await opened
    await other.getByText('You are signed in').waitFor()
    await page.getByText('Your session has ended').waitFor({ state: 'detached' })
    expect(await page.getByRole('searchbox').inputValue()).toBe('half typed')
    await other.close()
  })

  it('ends here, and offers to end at the organisation', async () => {
    const { page } = window
    await accountMenu(page).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const link = page.getByRole('link', { name: 'Sign out there as well' })
    await link.waitFor()
    expect(new URL((await link.getAttribute('href')) ?? '').origin).toBe(provider.issuer)
    await page.reload()
    await page.getByLabel('Organisation').waitFor()
    await link.waitFor({ state: 'detached' })
  })

  it('has no serious accessibility fault, light or dark, and fits 380 pixels', async () => {
    if (draw) mkdirSync(PICTURES, { recursive: true })
    const faults: string[] = []
    for (const dark of [false, true]) {
      const themed = await openWindow(browser, { dark })
      const { page } = themed
      const shown = async (name: string): Promise<void> => {
        await settled(page)
        faults.push(...(await accessibilityFaults(page)).map(fault => `${name} ${dark ? 'dark' : 'light'} ${fault}`))
        const path = `${PICTURES}${name}-${dark ? 'dark' : 'light'}.jpg`
        if (draw) await page.screenshot({ path, type: 'jpeg', quality: 60 })
        await page.setViewportSize({ width: 380, height: 800 })
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > 380) faults.push(`${name} is ${wide} pixels wide in a window of 380`)
        await page.setViewportSize({ width: 1280, height: 860 })
      }
      await page.goto(at(''))
      await page.getByLabel('Organisation').waitFor()
      await shown('sign-in')
      await signIn(page, instance.apiUrl, instance.adminToken)
      await page.goto(at('settings/issuers'))
      await page.getByText('leads: admin, operator').waitFor()
      await shown('settings-issuers')
      await page.context().clearCookies()
      await page.goto(at(''))
      await page.getByLabel('Access token').fill(instance.platformToken)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('ten_default').waitFor()
      await shown('settings-tenants')
      faults.push(...themed.complaints)
      await themed.context.close()
    }
    expect(faults).toEqual([])
  })

  it('lets who runs the platform make and remove tenants, and take a registration away that is in somebody’s way', async () => {
    const { page, context } = await openWindow(browser)
    await page.goto(at(''))
    await page.getByLabel('Access token').fill(instance.platformToken)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'New tenant' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Contoso')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Contoso' })
    await row.getByRole('button', { name: 'First account' }).click()
    await page.getByRole('button', { name: 'Create it' }).click()
    await page.getByText(/^wls_[a-z2-7]{59}$/).waitFor()
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: 'Suspend' }).click()
    await row.getByText('suspended').waitFor()
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })

    await page.goto(at('settings/issuers'))
    await page.getByLabel('Issuer or sign-in name').fill(provider.issuer)
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('button', { name: 'Take it away' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take it away' }).click()
    await page.getByText('Nobody has it').waitFor()
    const records = (await admin.get('/audit-records?operation=deleteOidcIssuer')).body.items
    expect(records).toMatchObject([{ resource: { id: issuerId }, outcome: 'succeeded' }])
    await context.close()
  })

  it('never broke, and never met its own policy', () => {
    expect(window.complaints).toEqual([])
  })
})

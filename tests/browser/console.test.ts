import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { ATTACKER_IP, LEAKED_PASSWORD, VICTIM, VICTIM_MAIL } from '../../tools/demo/logs.ts'
import { CANARY } from '../../tools/simulators/fleet.ts'
import { DIRECTORY } from '../../tools/simulators/microsoft-graph.ts'
import { CLIENT_ID } from '../../tools/simulators/simulator.ts'
import { syslogTime } from '../support/syslog-time.ts'
import {
  accessibilityFaults,
  COLOUR_RULES,
  launch,
  openWindow,
  picture,
  settled,
  signIn,
  type Window,
} from './browser.ts'
import { type Filled, startFilled } from './filled-instance.ts'
import { inBrowser } from './in-browser.ts'

const PICTURES = fileURLToPath(new URL('../../docs/console/', import.meta.url))
const PAGES = [
  '',
  'endpoints',
  'logs',
  'alerts',
  'tickets',
  'evidence',
  ...['sources', 'rejections', 'devices', 'rules', 'retention', 'accounts', 'destinations', 'audit', 'redaction'].map(
    s => `settings/${s}`,
  ),
]
const PERSONAL = [VICTIM, VICTIM_MAIL, ATTACKER_IP, LEAKED_PASSWORD, CANARY]
/** Of the ticket that a colleague of theirs has written. */
const NAMES = ['Lopez', 'jnakamura', 'Okonkwo']

/** Where a text holds a value, with what stands around it. */
function around(text: string, value: string): string[] {
  const place = text.toLowerCase().indexOf(value.toLowerCase())
  return place < 0 ? [] : [text.slice(Math.max(0, place - 150), place + 80)]
}

const { describe, executable } = inBrowser()

describe('the console', () => {
  let filled: Filled
  let browser: Browser
  let window: Window
  const at = (path: string): string => `${filled.instance.apiUrl}/console/${path}`

  beforeAll(async () => {
    filled = await startFilled()
    browser = await launch(executable)
    window = await openWindow(browser)
  }, 180_000)

  afterAll(async () => {
    await browser?.close()
    await filled?.stop()
  })

  it('says that a token is wrong, and lets nobody in', async () => {
    const { page } = window
    await page.goto(at(''))
    await page.getByLabel('Access token').fill('wls_wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This token is not valid').waitFor()
  })

  it('signs in by a token, which is kept nowhere that a script can read', async () => {
    const { page, context } = window
    await signIn(page, filled.instance.apiUrl, filled.instance.adminToken)
    const kept = await page.evaluate(
      () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie + location.href,
    )
    expect(kept).not.toContain(filled.instance.adminToken)
    expect(kept).not.toContain('wardline_session')
    expect((await context.cookies(`${filled.instance.apiUrl}/api/v1`)).map(c => [c.httpOnly, c.sameSite])).toEqual([
      [true, 'Strict'],
    ])
  })

  it('searches, and keeps names out of the address bar', async () => {
    const { page } = window
    await page.goto(at('logs'))
    await page.getByRole('searchbox').fill(`password ${ATTACKER_IP}`)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('option').filter({ hasText: 'Failed password' }).first().waitFor()
    expect(page.url()).not.toContain(ATTACKER_IP)
    await page.reload()
    await page.getByRole('option').filter({ hasText: 'Failed password' }).first().waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toContain(ATTACKER_IP)
  })

  it('copies a link that finds the same, and takes the names out of it when it is opened', async () => {
    const { page, context } = window
    await page.getByRole('button', { name: 'Copy link' }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const other = await context.newPage()
    await other.goto(link)
    await other.getByRole('option').filter({ hasText: 'Failed password' }).first().waitFor()
    expect(other.url()).not.toContain(ATTACKER_IP)
    await other.close()
  })

  it('narrows the time range by dragging over the histogram, and widens it by the back button', async () => {
    const { page } = window
    const box = await page.locator('.u-over').boundingBox()
    if (!box) throw new Error('no histogram')
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.9, box.y + 20, { steps: 5 })
    await page.mouse.up()
    await page.waitForURL(/from=/)
    await page.goBack()
    await page.waitForURL(url => !url.hash.includes('from='))
  })

  it('opens an event by the keyboard, and filters by a field of it', async () => {
    const { page } = window
    await page.locator('.event-row').first().waitFor()
    await page.locator('.event-rows').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('src_endpoint', { exact: true }).waitFor()
    await picture(page, 'event')
    await page.getByRole('button', { name: 'Only events with this src_endpoint.ip' }).click()
    await page.getByRole('list', { name: 'Filters' }).getByText(ATTACKER_IP).waitFor()
  })

  it('shows what strangers write as text: markup, controls, and what would turn a line around', async () => {
    const { page } = window
    const markup = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>'
    await filled.ingest([
      { message: `zebra ${markup} \u202eevil\u0007 שלום 😀`, user: { name: markup }, [markup]: markup },
      `<38>${syslogTime()} web1 app: zebra ${markup}`,
      { message: 'zebra wide', ...Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`f${i}`, 'v'])) },
    ])
    await page.goto(at('logs'))
    await page.getByRole('searchbox').fill('zebra')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('option').filter({ hasText: 'onerror' }).first().click()
    await page.getByRole('dialog').getByText('onerror').first().waitFor()
    expect(await page.evaluate(() => 'broken' in window)).toBe(false)
    expect(await page.locator('main img, [role=dialog] img').count()).toBe(0)
  })

  it('shows an alert as it is made, says why, acknowledges it and opens its ticket', async () => {
    const { page } = window
    await page.goto(at('alerts'))
    await page.getByText('live', { exact: true }).waitFor()
    const before = await page.locator('.row-link').count()
    await filled.ingest([
      { EventID: 1102, Channel: 'Security', SourceName: 'Microsoft-Windows-Eventlog', SubjectUserName: 'planted' },
    ])
    await page.waitForFunction(n => document.querySelectorAll('.row-link').length > n, before)
    await page.locator('.row-link').first().click()
    await page.getByRole('dialog').getByRole('heading', { name: 'What matched' }).waitFor()
    await page.getByRole('button', { name: 'Why?' }).first().click()
    await page.getByRole('list', { name: 'Why it matched' }).waitFor()
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByRole('dialog').getByText('acknowledged').waitFor()
    await page.getByRole('link', { name: 'Its ticket' }).click()
    await page.getByRole('dialog').getByText('Comments').waitFor()
  })

  it('says of every comment who sees it, before and after', async () => {
    const { page } = window
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New comment').fill(`${VICTIM} was asked`)
    await dialog.getByRole('button', { name: 'Comment for your team' }).click()
    await dialog.locator('.comment.internal').getByText('Only your team').waitFor()
    await dialog.getByLabel('New comment').fill(`Account ${VICTIM} was locked`)
    await dialog.getByText('Auditors see this').click()
    await dialog.getByRole('button', { name: 'Comment for auditors as well' }).click()
    await dialog.locator('.comment.auditor').waitFor()
  })

  it('connects device management, runs a sync, and shows the posture of its devices', async () => {
    const { page } = window
    await page.goto(at('settings/devices'))
    await page.getByRole('button', { name: 'Connect a provider' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('browser Intune')
    await dialog.getByLabel(/^Address, if/).fill(filled.graphUrl)
    await dialog.getByLabel(/token service/).fill(filled.graphUrl)
    await dialog.getByLabel(/Directory/).fill(DIRECTORY)
    await dialog.getByLabel('Client id').fill(CLIENT_ID)
    await dialog.getByLabel('Name of the secret').fill('simulated')
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('button', { name: 'Sync runs' }).click()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText('30 seen, 30 new').waitFor()
    await page.getByRole('region', { name: 'Device posture' }).getByText('noncompliant').first().waitFor()
  })

  it('shows by the hour where the logs of a source went, and that the stores agree', async () => {
    const { page } = window
    await page.goto(at('settings/sources'))
    await page
      .getByRole('button', { name: /^Ledger of / })
      .first()
      .click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('columnheader', { name: 'Searchable' }).waitFor()
    await sheet.getByText(/with the stores, recounted/).waitFor()
    const cells = await sheet.getByRole('row').nth(1).getByRole('cell').allTextContents()
    const [received, repeated, refused, accepted, searchable, dead, inFlight] = cells.map(text =>
      Number(text.replaceAll(',', '')),
    )
    expect(received).toBeGreaterThan(0)
    expect(received).toBe(repeated! + refused! + accepted!)
    expect(accepted).toBe(searchable! + dead! + inFlight!)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('verifies the digest of evidence in the browser', async () => {
    const { page } = window
    await page.goto(at('evidence'))
    await page.locator('.row-link').first().click()
    await page.getByText('Verified in this browser').waitFor()
  })

  it('makes an enrolment token with a command that does not hold it', async () => {
    const { page } = window
    await page.goto(at('endpoints'))
    await page.getByRole('button', { name: 'Enrol a machine' }).click()
    await page.getByRole('button', { name: 'Make a token' }).click()
    await page.getByRole('button', { name: 'Copy the command' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toMatch(/wle_[a-z0-9]/)
  })

  it('keeps the page when a session ends in the middle, and goes on after signing in again', async () => {
    const { page, context } = window
    await page.goto(at('logs'))
    await page.locator('.event-row').first().waitFor()
    await context.clearCookies()
    await page.getByRole('searchbox').fill('accepted')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('Your session has ended').waitFor()
    await page.getByLabel('Access token').fill(filled.instance.adminToken)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('option').filter({ hasText: 'Accepted' }).first().waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('accepted')
  })

  it('says that the service is away, waits as long as it is told, and comes back', async () => {
    const { page } = window
    let refusals = 0
    await page.route('**/api/v1/tickets**', route =>
      refusals++ === 0
        ? route.fulfill({
            status: 429,
            headers: { 'Retry-After': '1' },
            contentType: 'application/problem+json',
            body: '{"code":"rate_limited","detail":"Slower","status":429}',
          })
        : route.continue(),
    )
    await page.goto(at('tickets'))
    await page.locator('.row-link').first().waitFor()
    expect(refusals).toBeGreaterThan(1)
    await page.unroute('**/api/v1/tickets**')
    await page.route('**/api/v1/auditor/evidence**', route => route.fulfill({ status: 404, body: '{}' }))
    await page.goto(at('evidence'))
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/api/v1/auditor/evidence**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.row-link').first().waitFor()
  })

  it('has no serious accessibility fault on any page, light or dark, and fits 380 pixels', async () => {
    const faults: string[] = []
    const draw = process.env.WARDLINE_CONSOLE_PICTURES === '1'
    if (draw) mkdirSync(PICTURES, { recursive: true })
    const { page, complaints, context } = await openWindow(browser)
    await signIn(page, filled.instance.apiUrl, filled.instance.adminToken)
    for (const path of PAGES) {
      await page.goto(at(path))
      await page.locator('main h1').waitFor()
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await settled(page)
        const found = await accessibilityFaults(page, colorScheme === 'dark' ? COLOUR_RULES : undefined)
        faults.push(...found.map(f => `/${path} ${colorScheme} ${f}`))
        const name = `${path.replace('/', '-') || 'overview'}-${colorScheme}.jpg`
        // What is rejected is drawn where there is something.
        if (draw && path !== 'settings/rejections')
          await page.screenshot({ path: `${PICTURES}${name}`, type: 'jpeg', quality: 60 })
      }
      await page.setViewportSize({ width: 380, height: 800 })
      // Charts are drawn anew when the browser has told them of their width.
      await page
        .waitForFunction(() => document.documentElement.scrollWidth <= 380, undefined, { timeout: 5_000 })
        .catch(() => undefined)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > 380) faults.push(`/${path} is ${wide} pixels wide in a window of 380`)
      await page.setViewportSize({ width: 1280, height: 860 })
    }
    faults.push(...complaints)
    await context.close()
    expect(faults).toEqual([])
  })

  it('shows an auditor no planted personal value, on no page, in no answer and in no storage', async () => {
    const ticket = await filled.admin.post('/tickets', {
      title: `${VICTIM} was locked`,
      description: `Maria Lopez says that jnakamura was asked by Ms Okonkwo. Password=${LEAKED_PASSWORD}`,
    })
    const comments = `/tickets/${ticket.body.ticket_id}/comments`
    await filled.admin.post(comments, { body: `${VICTIM} is back, told Maria`, visibility: 'auditor' })
    await filled.admin.post(comments, { body: `${VICTIM} hushed`, visibility: 'internal' })
    const auditor = await openWindow(browser)
    const { page } = auditor
    await signIn(page, filled.instance.apiUrl, filled.auditorToken)
    await page.getByText('Redaction is on.').waitFor()
    let seen = ''
    for (const path of [
      '',
      'endpoints',
      'logs',
      'alerts',
      'tickets',
      'evidence',
      'settings/devices',
      'settings/audit',
      'settings/redaction',
    ]) {
      await page.goto(at(path))
      await page.locator('main h1').waitFor()
      await settled(page)
      const first = page.locator('.row-link, [role=option], th[scope=row] a').first()
      if (path !== '' && (await first.count()) > 0) {
        await first.click()
        await page.getByRole('dialog').waitFor()
        await settled(page)
        if (path === 'tickets') await picture(page, 'auditor-ticket')
      }
      seen += await page.content()
    }
    expect(seen).toContain('class="pseudonym"')
    seen += await auditor.heard()
    seen += await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(seen).toMatch(/user:1~[a-z2-7]{26} is back, told name:1~/)
    expect([...PERSONAL, ...NAMES].flatMap(personal => around(seen, personal))).toEqual([])
    await page.goto(at('settings/accounts'))
    await page.getByText('Not for your role').waitFor()
    await auditor.context.close()
  })

  it('never broke, and never met its own policy', () => {
    expect(window.complaints).toEqual([])
  })
})

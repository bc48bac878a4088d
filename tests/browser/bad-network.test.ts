import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { HOUR_MS } from '@wardline/kernel'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { accessibilityFaults, launch, openWindow, picture, signIn } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { type Plain, startPlain } from './plain-instance.ts'

const { describe, executable } = inBrowser()

/** Makes one alert: whoever clears an audit log is told of at once. */
const CLEARED = { EventID: 1102, Channel: 'Security', SourceName: 'Microsoft-Windows-Eventlog' }
const TICKETS = /\/api\/v1\/tickets(?:\?|$)/

describe('a service that is away, slow or strict', () => {
  let plain: Plain
  let browser: Browser
  let page: Page
  let context: BrowserContext
  let ticket: string
  const complaints: string[][] = []
  const at = (path: string): string => `${plain.instance.apiUrl}/console/${path}`
  const unsaved = (): Promise<string> => page.getByLabel('New comment').inputValue()
  const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

  beforeAll(async () => {
    plain = await startPlain()
    ticket = (await plain.admin.post('/tickets', { title: 'A ticket', description: '' })).body.ticket_id
    browser = await launch(executable)
    const window = await openWindow(browser)
    ;({ page, context } = window)
    complaints.push(window.complaints)
    await signIn(page, plain.instance.apiUrl, plain.instance.adminToken)
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await plain?.stop()
  })

  it('stopped: says so, keeps what was typed, and when it is back goes on by itself and shows what came meanwhile', async () => {
    await page.goto(at('alerts'))
    await page.getByText('live', { exact: true }).waitFor()
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(r => /tickets-page/.test(r.name)))
    const start = await plain.interrupt()
    await page.getByText('reconnecting, nothing is lost').waitFor()
    await page.getByRole('link', { name: 'Tickets' }).click()
    await page.getByText('No response yet').first().waitFor()
    await start()
    await page.getByRole('link', { name: 'A ticket' }).click()
    await page.getByLabel('New comment').fill('typed before the fall')
    const restart = await plain.interrupt()
    await page.getByRole('button', { name: 'Comment for your team' }).click()
    await page.getByRole('dialog').getByText('No response').waitFor()
    expect(await unsaved()).toBe('typed before the fall')
    await restart()
    await page.getByRole('button', { name: 'Comment for your team' }).click()
    await page.locator('.comment').getByText('typed before the fall').waitFor()
    await page.keyboard.press('Escape')
    await plain.ingest([CLEARED])
    await page.getByRole('link', { name: /^Alerts/ }).click()
    await page.getByText('live', { exact: true }).waitFor()
    await page.locator('.row-link').first().waitFor()
  })

  it('slow: shows that it loads, lets the reader go elsewhere, and does nothing twice', async () => {
    let asked = 0
    await page.route('**/comments', async route => {
      if (route.request().method() === 'POST') asked++
      await pause(1_500)
      await route.continue().catch(() => undefined)
    })
    await page.goto(at(`tickets/${ticket}`))
    await page.getByLabel('New comment').fill('only once')
    await page.getByRole('button', { name: 'Comment for your team' }).dblclick({ force: true })
    await page.locator('.comment').getByText('only once').waitFor()
    expect(asked).toBe(1)
    await page.unroute('**/comments')
    // The request arrives, its answer does not.
    await page.route('**/comments', async route => {
      if (route.request().method() === 'POST') await route.fetch()
      return route.request().method() === 'POST' ? route.abort() : route.continue()
    })
    await page.getByLabel('New comment').fill('answered into the void')
    await page.getByRole('button', { name: 'Comment for your team' }).click()
    await page.getByRole('dialog').getByText('No response').waitFor()
    await page.unroute('**/comments')
    await page.getByRole('button', { name: 'Comment for your team' }).click()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '')
    expect(await page.locator('.comment').getByText('answered into the void').count()).toBe(1)
    await page.route('**/api/v1/auditor/evidence**', async route => {
      await pause(3_000)
      await route.continue().catch(() => undefined)
    })
    await page.goto(at('evidence'))
    await page.getByRole('status').getByText('Loading').first().waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Logs' }).click()
    await page.getByRole('heading', { name: 'Logs' }).waitFor()
    await page.unroute('**/api/v1/auditor/evidence**')
  })

  it('that ends the session in the middle: nothing that was typed is lost, whatever is pressed', async () => {
    await page.goto(at(`tickets/${ticket}`))
    await page.getByLabel('New comment').fill('half a thought')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Comment for your team' }).click()
    const over = page.getByRole('dialog', { name: 'Your session has ended' })
    await over.waitFor()
    await page.mouse.click(10, 400)
    await page.keyboard.press('Escape')
    await over.getByLabel('Access token').fill('wls_wrong')
    await over.getByRole('button', { name: 'Sign in' }).click()
    await over.getByText('This token is not valid').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'session-ended')
    await over.getByLabel('Access token').fill(plain.instance.adminToken)
    await over.getByRole('button', { name: 'Sign in' }).click()
    await over.waitFor({ state: 'detached' })
    expect(await unsaved()).toBe('half a thought')
    await page.getByRole('button', { name: 'Comment for your team' }).click()
    await page.locator('.comment').getByText('half a thought').waitFor()
  })

  it('a dialog that is closed with a text in it gives it back when it is opened again', async () => {
    await page.getByLabel('New comment').fill('to be continued')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'A ticket' }).click()
    expect(await unsaved()).toBe('to be continued')
    await page.goBack()
    await page.goForward()
    expect(await unsaved()).toBe('to be continued')
    await page.getByLabel('New comment').fill('')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New ticket' }).click()
    await page.getByLabel('Title').fill('A new one')
    await page.getByLabel('Description').fill('with a long story')
    await page.mouse.click(10, 400)
    expect(await page.getByLabel('Description').inputValue()).toBe('with a long story')
    await page.keyboard.press('Escape')
  })

  it('that limits: waits as long as it is told before it asks again, and says why a change was not made', async () => {
    const times: number[] = []
    await page.route(TICKETS, route => {
      times.push(Date.now())
      return times.length === 1
        ? route.fulfill({ status: 429, headers: { 'Retry-After': '2' }, json: { code: 'rate_limited', detail: 'x' } })
        : route.continue()
    })
    await page.goto(at('tickets'))
    await page.getByText('No response yet').first().waitFor()
    await page.getByRole('link', { name: 'A ticket' }).waitFor()
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(2_000)
    await page.unroute(TICKETS)
    await page.route('**/comments', route =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({
            status: 429,
            headers: { 'Retry-After': '7' },
            json: { code: 'rate_limited', detail: 'Slower' },
          }),
    )
    await page.getByRole('link', { name: 'A ticket' }).click()
    await page.getByLabel('New comment').fill('too fast')
    await page.getByRole('button', { name: 'Comment for your team' }).click()
    await page.getByText('Too many requests').waitFor()
    await page.getByText('Try again in 7 seconds').waitFor()
    expect(await unsaved()).toBe('too fast')
    await page.unroute('**/comments')
  })

  it.each([
    ['two hours behind', -2 * HOUR_MS],
    ['three days ahead', 72 * HOUR_MS],
  ])('whose clock is not the browser’s, %s: what has just come in is found, and called just now', async (_, shift) => {
    const off = await openWindow(browser)
    complaints.push(off.complaints)
    await off.page.addInitScript(ms => {
      const Real = Date
      const shifted = class extends Real {
        constructor(...given: []) {
          super(...(given.length === 0 ? ([Real.now() + ms] as unknown as []) : given))
        }
        static override now = (): number => Real.now() + ms
      }
      window.Date = shifted as unknown as DateConstructor
    }, shift)
    await signIn(off.page, plain.instance.apiUrl, plain.instance.adminToken)
    const word = `skew${Math.abs(shift)}`
    await plain.ingest([{ message: `${word} before` }, CLEARED])
    await off.page.getByRole('link', { name: /^Alerts/ }).click()
    await off.page.getByText('live', { exact: true }).waitFor()
    await off.page
      .locator('.row-link')
      .first()
      .getByText(/^(?:now|\d+ seconds? ago)$/)
      .waitFor()
    await off.page.getByRole('link', { name: 'Logs' }).click()
    await off.page.getByRole('searchbox').fill(word)
    await off.page.getByLabel('Time range').selectOption({ label: 'Last 15 minutes' })
    await off.page.getByRole('button', { name: 'Search' }).click()
    await off.page.getByRole('option').filter({ hasText: 'before' }).waitFor()
    await off.page.getByRole('button', { name: 'Live tail' }).click()
    await plain.ingest([{ message: `${word} after` }])
    await off.page.getByRole('option').filter({ hasText: 'after' }).waitFor()
    await off.context.close()
  })

  it('in two tabs: an alert comes to both, and who signs out in one is out of both', async () => {
    await page.goto(at('alerts'))
    const other = await context.newPage()
    await other.goto(at('alerts'))
    for (const tab of [page, other]) await tab.getByText('live', { exact: true }).waitFor()
    const before = await Promise.all([page, other].map(tab => tab.locator('.row-link').count()))
    await plain.ingest([{ ...CLEARED, SubjectUserName: 'twice' }])
    for (const [i, tab] of [page, other].entries())
      await tab.waitForFunction(n => document.querySelectorAll('.row-link').length > n, before[i] ?? 0)
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    for (const tab of [page, other]) {
      await tab.getByRole('heading', { name: 'Wardline' }).waitFor()
      expect(await tab.locator('.row-link').count()).toBe(0)
    }
    await page.getByLabel('Access token').fill(plain.instance.adminToken)
    await page.getByRole('button', { name: 'Sign in' }).click()
    for (const tab of [page, other]) await tab.locator('.row-link').first().waitFor()
    await other.close()
  })

  it('never broke the page, and never met its policy', () => {
    expect(complaints.flat()).toEqual([])
  })
})

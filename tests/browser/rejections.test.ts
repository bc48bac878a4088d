import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page, Route } from 'playwright-core'
import { accessibilityFaults, launch, openWindow, picture, signIn } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { type Plain, startPlain } from './plain-instance.ts'

interface Rejection {
  readonly rejection_id: string
  readonly state: string
  readonly [member: string]: unknown
}

const AT = '2026-11-21T06:00:00.000Z'
const rejection = (n: number, more: object = {}): Rejection => ({
  rejection_id: `rej_${n}`,
  kind: 'log.event.received',
  envelope_id: `env_${n}`,
  log_source_id: 'src_1',
  event_id: null,
  code: n === 1 ? 'mapping_refused' : 'normalize_failed',
  state: 'open',
  attempts: 1,
  replayable: true,
  rejected_at: AT,
  resolved_at: null,
  resolution_reason: null,
  expires_at: '2027-11-21T06:00:00.000Z',
  version: 1,
  ...more,
})

const { describe, executable } = inBrowser()

// No log can be made to be rejected from outside, so the service's answers are played here; the empty list and the roles are its own.
describe('rejections in Settings', () => {
  let plain: Plain
  let browser: Browser
  let page: Page
  const asked: string[] = []
  let held: Rejection[] = []
  const at = (): string => `${plain.instance.apiUrl}/console/settings/rejections`

  async function play(route: Route): Promise<void> {
    const request = route.request()
    const { pathname, searchParams } = new URL(request.url())
    const [id, verb] = pathname.replace('/api/v1/logs/rejections', '').split('/').filter(Boolean)
    const state = searchParams.get('state')
    if (id === undefined)
      return route.fulfill({ json: { items: held.filter(r => !state || r.state === state), next_cursor: null } })
    if (verb !== undefined) {
      asked.push(`${verb} ${id} ${request.postData() ?? ''}`.trim())
      const more = verb === 'replay' ? { state: 'replayed', attempts: 2 } : { state: 'discarded' }
      held = held.map(r => (r.rejection_id === id ? { ...r, ...more, resolved_at: AT } : r))
    }
    return route.fulfill({ json: held.find(r => r.rejection_id === id) })
  }

  beforeAll(async () => {
    plain = await startPlain()
    browser = await launch(executable)
    ;({ page } = await openWindow(browser))
    await signIn(page, plain.instance.apiUrl, plain.instance.adminToken)
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await plain?.stop()
  })

  it('are none where every log could be processed', async () => {
    await page.goto(at())
    await page.getByText('Nothing is rejected').waitFor()
  })

  it('say that they cannot be read, and come when they can', async () => {
    await page.route('**/api/v1/logs/rejections**', route =>
      route.fulfill({ status: 404, json: { code: 'not_found' } }),
    )
    await page.goto(at())
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    held = [rejection(1), rejection(2), rejection(3, { replayable: false })]
    await page.unroute('**/api/v1/logs/rejections**')
    await page.route('**/api/v1/logs/rejections**', play)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('3 listed: 1 × mapping_refused, 2 × normalize_failed').waitFor()
    await picture(page, 'settings-rejections')
  })

  it('are processed again by an operator', async () => {
    await page.getByRole('button', { name: 'Decide' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The index refused it').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'rejection')
    await dialog.getByRole('button', { name: 'Process it again' }).click()
    await dialog.getByText('replayed').waitFor()
    await page.getByText('It was processed.').waitFor()
    expect(asked).toEqual(['replay rej_1'])
    await page.keyboard.press('Escape')
  })

  it('are given up only with a reason', async () => {
    await page.getByRole('button', { name: 'normalize_failed' }).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('too large to keep').waitFor()
    await dialog.getByLabel('Why it is given up').fill('   ')
    await dialog.getByRole('button', { name: 'Give it up' }).click()
    await dialog.getByLabel('Why it is given up').fill('a truncated file ')
    await dialog.getByRole('button', { name: 'Give it up' }).click()
    await dialog.getByText('discarded').waitFor()
    expect(asked.slice(1)).toEqual(['discard rej_3 {"reason":"a truncated file"}'])
    await page.keyboard.press('Escape')
  })

  it('can be read but not decided by an analyst, and are nothing for an auditor', async () => {
    const analyst = await openWindow(browser)
    await signIn(analyst.page, plain.instance.apiUrl, await plain.account('analyst'))
    await analyst.page.route('**/api/v1/logs/rejections**', play)
    await analyst.page.goto(at())
    await analyst.page.getByRole('button', { name: 'normalize_failed' }).click()
    await analyst.page.getByRole('dialog').getByText('A parser failed on it').waitFor()
    expect(await analyst.page.getByRole('button', { name: /Process it again|Give it up|Decide/ }).count()).toBe(0)
    const auditor = await openWindow(browser)
    await signIn(auditor.page, plain.instance.apiUrl, await plain.account('auditor'))
    await auditor.page.goto(at())
    await auditor.page.getByText('Not for your role').waitFor()
    expect(await auditor.page.getByRole('tab', { name: 'Rejections' }).count()).toBe(0)
    await analyst.context.close()
    await auditor.context.close()
  })
})

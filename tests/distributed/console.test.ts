import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { startDistributed } from '../../tools/instance/start.ts'
import { launch, openWindow, signIn } from '../browser/browser.ts'
import { inBrowser } from '../browser/in-browser.ts'
import { type Plain, startPlain } from '../browser/plain-instance.ts'

const { describe, executable } = inBrowser()

describe('the console over services in separate processes', () => {
  let plain: Plain
  let browser: Browser

  beforeAll(async () => {
    plain = await startPlain(startDistributed)
    browser = await launch(executable)
  }, 240_000)

  afterAll(async () => {
    await browser?.close()
    await plain?.stop()
  })

  it('signs in, finds and leaves out logs, and is notified of an alert when it is created', async () => {
    const { page, complaints } = await openWindow(browser)
    await signIn(page, plain.instance.apiUrl, plain.instance.adminToken)
    await page.goto(`${plain.instance.apiUrl}/console/alerts`)
    await page.getByText('live', { exact: true }).waitFor()
    await plain.ingest([
      { EventID: 1102, Channel: 'Security', SourceName: 'Microsoft-Windows-Eventlog' },
      { message: 'wallaby one', host: { name: 'web1' } },
      { message: 'wallaby two', host: { name: 'web2' } },
    ])
    await page.locator('.row-link').first().waitFor()
    await page.getByRole('link', { name: 'Logs' }).click()
    await page.getByRole('searchbox').fill('wallaby')
    await page.getByRole('button', { name: 'Search' }).click()
    const rows = (n: number) => page.waitForFunction(k => document.querySelectorAll('.event-row').length === k, n)
    await rows(2)
    await page.locator('.event-row').filter({ hasText: 'one' }).click()
    await page.getByRole('button', { name: 'Hide events with this device.hostname' }).click()
    await rows(1)
    await page.locator('.histogram-head').getByText('1 events').waitFor()
    expect(complaints).toEqual([])
  })
})

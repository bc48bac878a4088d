import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import { syslogTime } from '../support/syslog-time.ts'
import { accessibilityFaults, launch, openWindow, signIn, type Window } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { type Plain, startPlain } from './plain-instance.ts'

const { describe, executable } = inBrowser()

const MARKUP = '<img src=x onerror="window.broken=1"><script>window.broken=1</script><svg onload="window.broken=1">'
const LINK = 'javascript:window.broken=1'
const BEYOND = 10_000
/** A log event with a value in every place that a text can stand in. */
const full = (text: string) => ({
  EventID: 4688,
  Channel: text,
  Computer: text,
  SourceName: text,
  SubjectUserName: text,
  SubjectDomainName: text,
  NewProcessName: `C:\\${text}`,
  CommandLine: `${text} ${LINK}`,
  message: `quagga windows ${text}`,
  [text]: text,
  deep: { [text]: [text, { [text]: text }] },
})
const RTL = 'quokka שלום עולם ‮evil‬ مرحبا \u2066isolated\u2069 👩‍👩‍👧‍👦 🏳️‍🌈 Zͨ͆a̶l̵g̷o̸'

describe('what strangers write into logs', () => {
  let plain: Plain
  let browser: Browser
  let window: Window
  let page: Page
  const dialog = () => page.getByRole('dialog')

  async function find(words: string): Promise<void> {
    await page.goto(`${plain.instance.apiUrl}/console/logs`)
    await page.getByRole('searchbox').fill(words)
    await page.getByRole('button', { name: 'Search' }).click()
    await page
      .locator('.event-row')
      .first()
      .waitFor()
      .catch(async fault => {
        throw new Error(`no event at ${page.url()}:\n${await page.locator('main').innerText()}`, { cause: fault })
      })
  }
  async function open(words: string): Promise<void> {
    await find(words)
    await page.locator('.event-row').first().click()
    await dialog().getByRole('list', { name: 'Fields' }).waitFor()
  }
  /** Plays the answer to the event that is opened next, made from the real one. */
  const playEvent = (change: (event: Record<string, unknown>) => object) =>
    page.route(/\/api\/v1\/logs\/evt_/, async route => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: change(await answer.json()) })
    })

  beforeAll(async () => {
    plain = await startPlain()
    browser = await launch(executable)
    window = await openWindow(browser)
    ;({ page } = window)
    await signIn(page, plain.instance.apiUrl, plain.instance.adminToken)
    const many = Object.fromEntries(Array.from({ length: 7_000 }, (_, i) => [i.toString(36), 1]))
    await plain.ingest([
      full(MARKUP),
      `<38>${syslogTime()} web1 app[1]: quagga syslog ${MARKUP}`,
      { message: RTL, note: RTL, [RTL]: RTL },
      { message: 'wombat', ...many },
      { message: 'numbat', huge: 'n'.repeat(64_000) },
      ...['one', 'two', 'three'].map(n => ({ message: `bilby ${n}`, severity: n === 'one' ? 'critical' : 'low' })),
    ])
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await plain?.stop()
  })

  it('stays text in every field, in the list, in the detail, in filters and in what is copied', async () => {
    await open('quagga syslog')
    await dialog().getByText('onerror').first().waitFor()
    await open('quagga windows')
    const fields = await dialog().locator('.tree-value').filter({ hasText: 'onerror' }).count()
    expect(fields).toBeGreaterThan(5)
    await dialog()
      .getByRole('button', { name: /^Copy device\.hostname/ })
      .click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(MARKUP)
    await dialog()
      .getByRole('button', { name: /^Hide events with this device\.hostname/ })
      .click()
    await page.getByRole('list', { name: 'Filters' }).getByText('onerror').waitFor()
    await page.goto(
      `${plain.instance.apiUrl}/console/logs#q=${encodeURIComponent(MARKUP)}&user=${LINK}&not=x:${MARKUP}`,
    )
    await page.getByRole('list', { name: 'Filters' }).getByText('onerror').waitFor()
    expect(await page.evaluate(() => 'broken' in window)).toBe(false)
    expect(await page.locator('img, script:not([src]), a[href^=javascript], [onerror], [onload]').count()).toBe(0)
  })

  it('does not turn a line around, and keeps emoji and marks whole', async () => {
    await open('quokka')
    const shown = (await page.locator('.event-headline').textContent()) ?? ''
    for (const piece of ['שלום עולם', 'مرحبا', '👩‍👩‍👧‍👦', '🏳️‍🌈', 'Zͨ͆a̶l̵g̷o̸']) expect(shown).toContain(piece)
    expect(shown).toContain('<U+202E>')
    expect(await accessibilityFaults(page)).toEqual([])
    expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    const right = await page
      .locator('.event-headline bdi')
      .first()
      .evaluate(e => e.getBoundingClientRect().right)
    expect(right).toBeLessThanOrEqual(1280)
  })

  it.each([
    ['7,000 fields, of which the service keeps the first', undefined],
    ['10,000 fields', BEYOND],
  ])('of %s: opens, its last field is found, and the page goes on answering', async (_, simulated) => {
    if (simulated !== undefined) {
      const members = Array.from({ length: simulated }, (_, i) => [`field_${i}`, `value ${i}`])
      await playEvent(event => ({ ...event, unmapped: Object.fromEntries(members) }))
    }
    await open('wombat')
    if (simulated !== undefined)
      await dialog()
        .getByRole('button', { name: /^Show more fields/ })
        .click()
    const wanted = simulated === undefined ? 'unmapped.11' : `field_${simulated - 1}`
    await dialog().getByLabel('Find a field').fill(wanted)
    await dialog().locator(`.tree-name[title$="${wanted}"]`).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.unrouteAll()
  })

  it('of 5 MB: the API refuses it, and what it would take is opened, shown in parts and copied whole', async () => {
    const { log_source_id } = (await plain.admin.get('/log-sources')).body.items[0]
    const sent = await plain.admin.post('/logs/ingest', {
      log_source_id,
      events: [{ raw: { huge: 'n'.repeat(5_000_000) } }],
    })
    expect(sent.body.results[0]).toMatchObject({ status: 'rejected', code: 'raw_too_large' })
    await open('numbat')
    const huge = 'é'.repeat(2_500_000) + 'x'.repeat(2_500_000)
    await playEvent(event => ({ ...event, summary: huge, message: huge, unmapped: { huge } }))
    await open('numbat')
    for (let i = 0; i < 8; i++) {
      const more = dialog().getByRole('button', { name: /^Show more \(/ })
      if ((await more.count()) === 0) break
      await more.last().click()
    }
    expect(await dialog().evaluate(e => e.textContent?.length ?? 0)).toBeLessThan(1_500_000)
    await dialog().getByRole('button', { name: 'Copy unmapped.huge' }).click()
    expect((await page.evaluate(() => navigator.clipboard.readText())).length).toBe(huge.length)
    expect(await dialog().getByRole('button', { name: 'Hide events with this unmapped.huge' }).count()).toBe(0)
    await page.unrouteAll()
    await page.keyboard.press('Escape')
  })

  it('is found again by the back button, filter by filter', async () => {
    await find('bilby')
    const chips = () => page.getByRole('list', { name: 'Filters' }).getByRole('listitem').count()
    const rows = (n: number) => page.waitForFunction(k => document.querySelectorAll('.event-row').length === k, n)
    await rows(3)
    await page.locator('.event-row').filter({ hasText: 'one' }).click()
    await dialog().getByRole('button', { name: 'Hide events with this summary' }).click()
    await rows(2)
    await page.locator('.event-row').filter({ hasText: 'two' }).click()
    await dialog().getByRole('button', { name: 'Only events with this severity', exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
    const with2 = await chips()
    await page.getByLabel('Time range').selectOption({ label: 'Last 7 days' })
    await page.getByRole('searchbox').fill('bilby two')
    await page.getByRole('button', { name: 'Search' }).click()
    await rows(1)
    await page.getByRole('link', { name: 'Alerts' }).click()
    await page.getByRole('heading', { name: 'Alerts' }).waitFor()
    await page.goBack()
    await rows(1)
    expect(await page.getByRole('searchbox').inputValue()).toBe('bilby two')
    await page.goBack()
    await rows(2)
    expect(await page.getByRole('searchbox').inputValue()).toBe('bilby')
    await page.goBack()
    await page.getByLabel('Time range').getByText('Last 1 day').waitFor({ state: 'attached' })
    expect(await chips()).toBe(with2)
    await page.goBack()
    await dialog().waitFor()
    await page.goBack()
    await dialog().waitFor({ state: 'detached' })
    expect(await chips()).toBe(1)
    for (let i = 0; i < 2; i++) await page.goBack()
    await rows(3)
    expect(await chips()).toBe(0)
    expect(page.url()).not.toContain('bilby')
  })

  it('never ran, and never met the policy', () => {
    expect(window.complaints).toEqual([])
  })
})

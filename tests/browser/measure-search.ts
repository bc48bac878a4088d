// `node tests/browser/measure-search.ts`: how quickly the Logs page of a running Wardline (WARDLINE_DATA_DIR) shows what it finds, and how smoothly it scrolls.
import { resolve } from 'node:path'
import { readTarget } from '../../tools/instance/start.ts'
import { findBrowser, launch, openWindow, signIn } from './browser.ts'

const SEARCHES = ['', 'accepted', 'web7', 'publickey user999', 'nothing-like-this']
const ROUNDS = 5
const STEPS = 120
const DROPPED_MS = 34

const executable = findBrowser()
if (!executable) throw new Error('there is no browser')
const target = readTarget(resolve(process.env.WARDLINE_DATA_DIR ?? '.wardline'))
const browser = await launch(executable)
const { page } = await openWindow(browser)
await signIn(page, target.apiUrl, target.adminToken)

const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

for (const q of SEARCHES) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`${target.apiUrl}/console/logs`)
    await page.locator('.event-row').first().waitFor()
    await page.getByRole('searchbox').fill(q)
    const started = performance.now()
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('.event-row, .empty').first().waitFor()
    times.push(performance.now() - started)
  }
  console.log(
    `"${q}": first row after ${median(times).toFixed(0)} ms (median), ${Math.max(...times).toFixed(0)} ms at most`,
  )
}

await page.goto(`${target.apiUrl}/console/logs`)
await page.locator('.event-row').first().waitFor()
const frames = await page.evaluate(async steps => {
  const list = document.querySelector('.event-rows')
  const gaps: number[] = []
  let before = performance.now()
  for (let i = 0; i < steps; i++) {
    list?.scrollBy(0, 400)
    const now = await new Promise<number>(done => requestAnimationFrame(done))
    gaps.push(now - before)
    before = now
  }
  return gaps.slice(1)
}, STEPS)
const events = await page.locator('.histogram-head strong').textContent()
const rows = await page.locator('.event-row').count()
console.log(
  `${events} events; scrolling ${STEPS} frames of 400 pixels: ${median(frames).toFixed(1)} ms a frame (median), ${Math.max(...frames).toFixed(0)} ms at most, ${frames.filter(ms => ms > DROPPED_MS).length} dropped; ${rows} rows in the page`,
)
await browser.close()

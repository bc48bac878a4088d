import { createHash, X509Certificate } from 'node:crypto'
import { connect, type PeerCertificate } from 'node:tls'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { launch, openWindow, signIn } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { type Plain, startPlain } from './plain-instance.ts'

const { describe, executable } = inBrowser()

/** The certificate that a server shows and that the CA vouches for. @throws Error when it does not. */
function serverCertificate(url: string, ca: string): Promise<PeerCertificate> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ca, ALPNProtocols: ['http/1.1'] }, () => {
      resolve(socket.getPeerCertificate())
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

describe('the console over https, from the listener that agents use', () => {
  let plain: Plain
  let browser: Browser

  beforeAll(async () => {
    plain = await startPlain()
    const { raw } = await serverCertificate(plain.instance.agentUrl, plain.instance.ca)
    const key = new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
    browser = await launch(executable, [createHash('sha256').update(key).digest('base64')])
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await plain?.stop()
  })

  it('keeps its session in a cookie that never leaves https, and works: pages, changes, live alerts', async () => {
    const { page, context, complaints } = await openWindow(browser)
    await signIn(page, plain.instance.agentUrl, plain.instance.adminToken)
    const [cookie, ...others] = await context.cookies(`${plain.instance.agentUrl}/api/v1`)
    expect(others).toEqual([])
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict' })
    await page.goto(`${plain.instance.agentUrl}/console/tickets`)
    await page.getByRole('button', { name: 'New ticket' }).click()
    await page.getByLabel('Title').fill('Over https')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('dialog', { name: 'Over https' }).waitFor()
    await page.goto(`${plain.instance.agentUrl}/console/alerts`)
    await page.getByText('live', { exact: true }).waitFor()
    await plain.ingest([{ EventID: 1102, Channel: 'Security', SourceName: 'Microsoft-Windows-Eventlog' }])
    await page.locator('.row-link').first().waitFor()
    expect(complaints).toEqual([])
  })
})

import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { PRODUCT_VERSION } from '@wardline/kernel'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const run = (...args: string[]) => promisify(execFile)(process.execPath, [MAIN, ...args], { timeout: 60_000 })

describe('the init container of a gateway', () => {
  it('ends when what the name resolves to is of this release, and has said what it waited for', async () => {
    let asked = 0
    const server = createServer((_, res) =>
      res.setHeader('Wardline-Version', asked++ ? PRODUCT_VERSION : '0.0.1').end(),
    )
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const { stderr } = await run('127.0.0.1', `${port}`)
    await new Promise(done => server.close(done))
    const lines = stderr
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { readonly still?: readonly string[] })
    expect(lines.map(line => line.still)).toEqual([[`http://127.0.0.1:${port}`], undefined])
  })

  it('ends at once when the name stands for nobody, as at a first start', async () => {
    expect((await run('nobody.invalid', '9090')).stderr).toContain('no service is of an earlier release')
  })

  it('fails when it is not told whom to ask', async () => {
    await expect(run()).rejects.toThrow('name what resolves to the processes')
  })
})

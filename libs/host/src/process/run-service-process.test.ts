import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { ProcessMessage } from './supervision.ts'

const FIXTURE = fileURLToPath(new URL('./testing/memory-service.ts', import.meta.url))
const ENV = {
  WARDLINE_MASTER_KEY: randomBytes(32).toString('base64'),
  WARDLINE_ADMIN_PORT: '0',
  WARDLINE_INTERNAL_PORT: '0',
  WARDLINE_LOG_LEVEL: 'warn',
}

interface Child {
  readonly process: ChildProcess
  readonly output: () => string
  readonly exit: Promise<number | null>
  message(kind: ProcessMessage['wardline']): Promise<ProcessMessage>
}

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function start(fixture = '', env: Record<string, string> = ENV): Child {
  const child = fork(FIXTURE, { env: { ...process.env, ...env, FIXTURE: fixture }, silent: true, execArgv: [] })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', text => (output += text))
  const seen: ProcessMessage[] = []
  child.on('message', message => seen.push(message as ProcessMessage))
  return {
    process: child,
    output: () => output,
    exit: ended(child),
    async message(kind) {
      for (;;) {
        const found = seen.find(m => m.wardline === kind)
        if (found) return found
        await new Promise(resolve => child.once('message', resolve))
      }
    },
  }
}

/**
 * The exit code, once everything that it printed has been read. (`close` does not come after a `disconnect` from this
 * side.)
 */
async function ended(child: ChildProcess): Promise<number | null> {
  const code = new Promise<number | null>(resolve => child.once('exit', resolve))
  const read = [child.stdout, child.stderr].map(stream => new Promise(resolve => stream?.once('end', resolve)))
  await Promise.all(read)
  return code
}

describe('the process of a service', () => {
  it('says where it listens, then that it is ready, and drains on SIGTERM with exit code 0', async () => {
    const child = start()
    expect(await child.message('listening')).toMatchObject({ internalUrl: expect.stringMatching(/^http:\/\/127/) })
    await child.message('ready')
    child.process.kill('SIGTERM')
    expect(await child.exit).toBe(0)
    expect(child.output()).toContain('stopped cleanly')
  })

  it('drains when the process that started it has gone, however that ended', async () => {
    const child = start()
    await child.message('ready')
    child.process.disconnect()
    expect(await child.exit).toBe(0)
    expect(child.output()).toContain('stopped cleanly')
  })

  it('goes on after SIGHUP, which only lets it read its certificates again', async () => {
    const child = start('', { ...ENV, WARDLINE_LOG_LEVEL: 'info' })
    await child.message('ready')
    for (let i = 0; i < 5; i++) child.process.kill('SIGHUP')
    while (!child.output().includes('certificates are read again')) await new Promise(r => setTimeout(r, 20))
    expect(child.process.exitCode).toBeNull()
    child.process.kill('SIGTERM')
    expect(await child.exit).toBe(0)
  })

  it('ends at once on a second signal', async () => {
    const child = start()
    await child.message('ready')
    child.process.kill('SIGTERM')
    child.process.kill('SIGINT')
    expect(await child.exit).toBe(1)
  })

  it('ends with 0 on SIGTERM while its engines are down, and has said why it waits', async () => {
    const child = start('engines-down')
    await child.message('listening')
    while (!child.output().includes('will try again')) await new Promise(resolve => setTimeout(resolve, 20))
    child.process.kill('SIGTERM')
    expect(await child.exit).toBe(0)
    expect(child.output()).toContain('nobody answers')
  })

  it('ends with 2 and names the faults when its configuration is not usable', async () => {
    const child = start('', { ...ENV, WARDLINE_MASTER_KEY: '', WARDLINE_ADMIN_PORT: 'x' })
    expect(await child.exit).toBe(2)
    expect(child.output()).toMatch(/WARDLINE_MASTER_KEY is required\n.*WARDLINE_ADMIN_PORT/)
  })

  it('ends with 1 when waiting will not help', async () => {
    const child = start('port-in-use')
    expect(await child.exit).toBe(1)
    expect(child.output()).toContain('EADDRINUSE')
  })
})

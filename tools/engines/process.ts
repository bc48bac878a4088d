import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { folder } from './places.ts'

/** One running engine: where it listens, and how to start it again in the same place after a stop. */
export interface EngineProcess {
  readonly name: string
  readonly pid: number
  readonly url: string
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** Starts a program that outlives this one; its output goes to `<state>/logs/<name>.log`. */
export function launch(
  state: string,
  name: string,
  command: string,
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): number {
  const log = openSync(join(folder(state, 'logs'), `${name}.log`), 'a')
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...options.env },
    ...(options.cwd ? { cwd: options.cwd } : {}),
  })
  child.unref()
  if (child.pid === undefined) throw new Error(`${name} could not be started`)
  return child.pid
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Polls until `ready`; @throws Error when the process ends first or the time is over */
export async function untilReady(
  name: string,
  pid: number,
  ready: () => Promise<boolean>,
  withinMs = 150_000,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await ready().catch(() => false))) {
    if (!alive(pid)) throw new Error(`${name} ended while starting: see its log`)
    if (Date.now() > deadline) throw new Error(`${name} was not ready within ${withinMs / 1000} s: see its log`)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

/** Ends a process, gently first. */
export async function end(pid: number, graceMs = 15_000): Promise<void> {
  const deadline = Date.now() + graceMs
  for (let signal: NodeJS.Signals = 'SIGTERM'; alive(pid); await new Promise(resolve => setTimeout(resolve, 100))) {
    if (Date.now() > deadline) signal = 'SIGKILL'
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
  }
}

export const answers = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok

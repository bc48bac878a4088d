import { existsSync, readdirSync, readFileSync } from 'node:fs'

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * The process that serves HTTP: the instance itself, or the gateway that its supervisor has started. Undefined where there
 * is no Linux /proc to look it up in.
 */
export function gatewayPid(instance: number): number | undefined {
  if (!existsSync(`/proc/${instance}/schedstat`)) return undefined
  const children = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] === String(instance))
  const gateway = children.find(pid => read(`/proc/${pid}/cmdline`).includes('apps/gateway/'))
  return gateway === undefined ? instance : Number(gateway)
}

/** CPU milliseconds that the main thread of a process has used so far. Waiting for a busy machine does not count. */
export const threadMs = (pid: number): number => Number(read(`/proc/${pid}/schedstat`).split(' ')[0]) / 1e6

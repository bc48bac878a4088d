import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** CPU seconds (user and system) that a process has used so far, its threads included; 0 for one that is gone. Reads Linux' /proc. */
export function cpuSeconds(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The same of several processes together. */
export const cpuSecondsOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)

/** The most memory that a process has held so far, in MiB. */
export function peakRssMib(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** The product gets two cores, the load the others, where the machine has more than two. @returns what was done, for the table's title. */
export function pinToTwoCores(pid: number): string {
  const cores = availableParallelism()
  if (cores <= 2) return `product and load share ${cores} cores`
  try {
    execFileSync('taskset', ['-acp', '0,1', String(pid)], { stdio: 'ignore' })
    execFileSync('taskset', ['-acp', `2-${cores - 1}`, String(process.pid)], { stdio: 'ignore' })
    return `product on 2 cores, load on ${cores - 2} others`
  } catch {
    return `product and load share ${cores} cores`
  }
}

// Preloaded into a process: ends it with SIGKILL before or after the nth change of a file named keys/master.*.
// WARDLINE_TEST_KILL_AT is `<n> before` or `<n> after`.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const [n, when] = (process.env.WARDLINE_TEST_KILL_AT ?? '0 before').split(' ')
let left = Number(n)

if (isMainThread) {
  for (const name of ['renameSync', 'rmSync']) {
    const real = fs[name]
    fs[name] = (...args) => {
      const ours = args.some(arg => typeof arg === 'string' && /keys\/master\.(?:key|next|check)$/.test(arg))
      if (ours) left--
      if (ours && left === 0 && when === 'before') process.kill(process.pid, 'SIGKILL')
      const result = real(...args)
      if (ours && left === 0) process.kill(process.pid, 'SIGKILL')
      return result
    }
  }
  syncBuiltinESMExports()
}

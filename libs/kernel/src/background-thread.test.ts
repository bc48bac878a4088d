import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it } from '@jest/globals'

const onLinux = process.platform === 'linux' ? it : it.skip

onLinux('a thread in the background has a lower priority, and the others keep theirs', async () => {
  const module = JSON.stringify(new URL('./background-thread.ts', import.meta.url).href)
  const source = `
    import { readlinkSync } from 'node:fs'
    import { getPriority } from 'node:os'
    import { parentPort } from 'node:worker_threads'
    import { workInBackground } from ${module}
    workInBackground()
    parentPort.postMessage(getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1))))`
  const before = getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)))
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`))
  const priority = await new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  expect(priority).toBeGreaterThan(before)
  expect(getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)))).toBe(before)
  await worker.terminate()
})

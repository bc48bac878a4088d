// A process that runs the tier mover on MongoDB and OpenSearch and kills itself at the first step of a kind that it is not told to pass over. See
// kill-real.test.ts.
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import { type DurableFiles, durableFiles } from '@wardline/archive'
import type { Registry } from '@wardline/ports'
import { openRealScene } from './real-scene.ts'

const [folder = '', delay = ''] = process.argv.slice(2)
/** Set once the mover runs: kinds of steps that others have died at. */
let passed: ReadonlySet<string> | undefined
const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('killed')
}

/** Killed before the step where there is no delay, else that long into it. Says which one it was. */
function begun(step: string): void {
  if (!passed || passed.has(step)) return
  passed = undefined
  writeSync(1, step)
  if (delay === '0') die()
  setTimeout(die, Number(delay))
}

function counted<T extends object>(
  port: T,
  methods: readonly string[],
  nameOf: (name: string, args: unknown[]) => string,
) {
  return new Proxy(port, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function' || !methods.includes(String(name))) return method
      return (...args: unknown[]) => {
        begun(nameOf(String(name), args))
        return (method as (...args: unknown[]) => unknown).apply(target, args)
      }
    },
  })
}

/** Names of indices, partitions and ids left out. */
const CHANGING = /^(PUT|DELETE) |_aliases|_forcemerge|_bulk/
subscribe('http.client.request.start', message => {
  const { method, path } = (message as { request: ClientRequest }).request
  const action = /\/(_[a-z]+)/.exec(path)?.[1] ?? 'index'
  const step = `${method} ${action}`
  if (CHANGING.test(step)) begun(`opensearch ${step}`)
})

const files: DurableFiles = counted(
  durableFiles,
  ['makeFolder', 'create', 'finish', 'rename', 'remove'],
  name => `archive ${name}`,
)
const registry = (r: Registry): Registry =>
  counted(r, ['write', 'remove'], (name, [collection]) => `mongodb ${name} ${(collection as { name: string }).name}`)

/** It is loaded and waits while the one before is still at work. */
const [line] = (await once(process.stdin, 'data')) as [Buffer]
const { at, pass } = JSON.parse(String(line)) as { at: number; pass: readonly string[] }
const { world, close } = await openRealScene(folder, at, {
  files,
  engines: e => ({ ...e, registry: registry(e.registry) }),
})
passed = new Set(pass)
await world.moveTiers()
await close()
process.exit(0)

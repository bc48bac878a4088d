// A process that runs the tier mover and kills itself at its n-th step, or else says of what kind each step was. See kill.test.ts.
import { writeSync } from 'node:fs'
import { type DurableFiles, durableFiles } from '@wardline/archive'
import { DUE, openScene } from './scene.ts'

const [folder = '', at = '', delay = '0'] = process.argv.slice(2)
const last = Number(at)
let steps = -1
const kinds: string[] = []
const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('killed')
}

/** Methods that change something. Killed before the step where there is no delay, else that long into it. */
const CHANGES = [
  'write',
  'remove',
  'publish',
  'seal',
  'drop',
  'erase',
  'purge',
  'put',
  'makeFolder',
  'create',
  'finish',
  'rename',
]

function counted<T extends object>(port: T): T {
  return new Proxy(port, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function' || !CHANGES.includes(String(name)) || steps < 0) return method
      return (...args: unknown[]) => {
        kinds.push(String(name))
        if (steps++ === last) {
          if (delay === '0') die()
          setTimeout(die, Number(delay))
        }
        return (method as (...args: unknown[]) => unknown).apply(target, args)
      }
    },
  })
}

const files: DurableFiles = counted(durableFiles)
const { world, close } = await openScene(folder, DUE, {
  files,
  engines: e => ({ ...e, bus: counted(e.bus), registry: counted(e.registry), index: counted(e.index) }),
})
steps = 0
await world.eraseAll()
writeSync(1, JSON.stringify(kinds))
await close()
process.exit(0)

import { connect } from 'node:net'
import { join } from 'node:path'
import { compiledMongo } from './fetch.ts'
import { CACHE, findJava, folder } from './places.ts'
import { type EngineProcess, launch, untilReady } from './process.ts'

/** The MongoDB stand-in on 127.0.0.1, with a file that survives a kill. */
export async function startMongo(state: string, port: number): Promise<EngineProcess> {
  const classPath = `${compiledMongo()}:${join(CACHE, 'mongo-1.47.0')}/*`
  const file = join(folder(state, 'mongo'), 'mongo.db')
  const pid = launch(state, 'mongo', findJava(17), [
    '-Xmx512m',
    '-XX:TieredStopAtLevel=1',
    '-cp',
    classPath,
    'WardlineMongo',
    String(port),
    file,
  ])
  await untilReady(
    'mongo',
    pid,
    () =>
      new Promise(resolve => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy()
          resolve(true)
        })
        socket.once('error', () => resolve(false))
      }),
  )
  return { name: 'mongo', pid, url: `mongodb://127.0.0.1:${port}` }
}

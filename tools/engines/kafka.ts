import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { CACHE, findJava, folder } from './places.ts'
import { type EngineProcess, launch, untilReady } from './process.ts'

/** Constant: a random one may start with a dash, which the formatting tool takes for an option. */
const CLUSTER_ID = 'wardlineEngines0000000'

/** One KRaft node on 127.0.0.1. The same folder and ports make it the same broker again. */
export async function startKafka(state: string, port: number, controllerPort: number): Promise<EngineProcess> {
  const dir = folder(state, 'kafka')
  const config = join(dir, 'server.properties')
  const data = join(dir, 'data')
  writeFileSync(config, properties(data, port, controllerPort))
  const java = findJava(17)
  const classPath = `${join(CACHE, 'kafka-4.3.1')}/*`
  if (!existsSync(data)) {
    execFileSync(java, ['-cp', classPath, 'kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', config], {
      stdio: 'ignore',
    })
  }
  const pid = launch(state, 'kafka', java, [
    '-Xmx512m',
    '-XX:TieredStopAtLevel=1',
    '-cp',
    classPath,
    'kafka.Kafka',
    config,
  ])
  await untilReady('kafka', pid, () => accepts(port))
  return { name: 'kafka', pid, url: `127.0.0.1:${port}` }
}

const properties = (data: string, port: number, controllerPort: number): string => `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controllerPort}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
log.dirs=${data}
auto.create.topics.enable=false
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
message.max.bytes=12582912
`

const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

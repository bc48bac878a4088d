import { join } from 'node:path'
import { unpackedRegistry } from './fetch.ts'
import { findJava, folder } from './places.ts'
import { answers, type EngineProcess, launch, untilReady } from './process.ts'

/** Apicurio Registry on 127.0.0.1 with an H2 file; its Confluent-compatible API is at `url`. */
export async function startRegistry(state: string, port: number, managementPort: number): Promise<EngineProcess> {
  const home = unpackedRegistry()
  const file = join(folder(state, 'registry'), 'db')
  const settings = {
    'quarkus.http.host': '127.0.0.1',
    'quarkus.http.port': port,
    'quarkus.management.host': '127.0.0.1',
    'quarkus.management.port': managementPort,
    'apicurio.storage.kind': 'sql',
    'apicurio.storage.sql.kind': 'h2',
    'apicurio.datasource.url': `jdbc:h2:file:${file}`,
    'quarkus.log.level': 'WARN',
  }
  const pid = launch(state, 'registry', findJava(21), [
    '-Xmx512m',
    '-XX:TieredStopAtLevel=1',
    ...Object.entries(settings).map(([name, value]) => `-D${name}=${value}`),
    '-jar',
    join(home, 'quarkus-run.jar'),
  ])
  const url = `http://127.0.0.1:${port}/apis/ccompat/v7`
  await untilReady('registry', pid, () => answers(`${url}/subjects`))
  return { name: 'registry', pid, url }
}

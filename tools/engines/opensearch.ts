import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unpackedOpenSearch } from './fetch.ts'
import { findJava, folder } from './places.ts'
import { answers, type EngineProcess, launch, untilReady } from './process.ts'

/** OpenSearch refuses to run as root; in that case it runs as nobody, in folders owned by nobody. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/** One OpenSearch node on 127.0.0.1. The same folder and ports make it the same node again. */
export async function startOpenSearch(state: string, port: number, transportPort: number): Promise<EngineProcess> {
  const home = unpackedOpenSearch()
  const dir = folder(state, 'opensearch')
  for (const name of ['data', 'logs', 'tmp', 'repo', 'config']) folder(dir, name)
  const config = join(dir, 'config')
  if (!existsSync(join(config, 'jvm.options'))) {
    cpSync(join(home, 'config'), config, { recursive: true })
    writeFileSync(
      join(config, 'jvm.options'),
      jvmOptions(readFileSync(join(home, 'config', 'jvm.options'), 'utf8'), dir),
    )
  }
  writeFileSync(join(config, 'opensearch.yml'), settings(dir, port, transportPort))
  if (isRoot) letNobodyIn(dir, home)
  const env = {
    OPENSEARCH_PATH_CONF: config,
    OPENSEARCH_TMPDIR: join(dir, 'tmp'),
    OPENSEARCH_JAVA_HOME: dirname(dirname(findJava(21))),
    OPENSEARCH_JAVA_OPTS: '-Xms512m -Xmx512m -XX:TieredStopAtLevel=1 -XX:-AlwaysPreTouch',
  }
  const program = join(home, 'bin', 'opensearch')
  const pid = isRoot
    ? launch(state, 'opensearch', 'setpriv', [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', program], {
        env,
        cwd: dir,
      })
    : launch(state, 'opensearch', program, [], { env, cwd: dir })
  const url = `http://127.0.0.1:${port}`
  await untilReady('opensearch', pid, () => answers(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`))
  return { name: 'opensearch', pid, url }
}

/** The parent folders must be accessible to the user nobody, who also becomes the owner of the state. */
function letNobodyIn(dir: string, home: string): void {
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, dir])
  for (const path of [dir, home]) {
    for (let parent = dirname(path); parent !== '/'; parent = dirname(parent)) {
      try {
        chmodSync(parent, 0o755)
      } catch {
        break
      }
    }
  }
}

/** Paths of the JVM's own logs and dumps are relative to the working folder there; here they are absolute, or off. */
const jvmOptions = (text: string, dir: string): string =>
  text
    .split('\n')
    .filter(line => !line.includes('gc*') && !/^-Xm[sx]/.test(line))
    .map(line =>
      line
        .replace(/^-XX:HeapDumpPath=.*/, `-XX:HeapDumpPath=${dir}/tmp`)
        .replace(/^-XX:ErrorFile=.*/, `-XX:ErrorFile=${dir}/tmp/hs_err.log`),
    )
    .join('\n')

const settings = (dir: string, port: number, transportPort: number): string => `cluster.name: wardline-engines
node.name: node-1
network.host: 127.0.0.1
http.port: ${port}
transport.port: ${transportPort}
discovery.type: single-node
node.attr.temp: hot
node.roles: [cluster_manager, data, ingest, remote_cluster_client, warm]
node.search.cache.size: 256mb
path.data: ${dir}/data
path.logs: ${dir}/logs
path.repo: ["${dir}/repo"]
cluster.routing.allocation.disk.threshold_enabled: false
action.destructive_requires_name: true
`

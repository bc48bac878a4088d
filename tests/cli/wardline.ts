import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../node_modules/.bin/wardline', import.meta.url))
const NODE_FOLDER = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url))

const ENGINES = /^WARDLINE_(?:KAFKA|SCHEMA_REGISTRY|MONGODB|OPENSEARCH)_/

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was printed
  readonly json: () => any
}

/** Runs the command as an operator would. @param input what it reads from standard input @param settings of that operator's environment */
export function wardline(
  dataDir: string,
  args: readonly string[],
  input = '',
  settings: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise(resolve => {
    // This operator does not use the engines of other tests.
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ENGINES.test(name)))
    const env = { ...own, PATH: `${NODE_FOLDER}:${process.env.PATH}`, WARDLINE_DATA_DIR: dataDir, ...settings }
    const child = execFile(BIN, [...args], { env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0
      resolve({ code, stdout, stderr, json: () => JSON.parse(stdout) })
    })
    child.stdin?.end(input)
  })
}

// Starts a separate Wardline on free ports, in either profile: for tests, the demo and benchmarks.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a client needs to know about a running Wardline: only addresses, its CA and the bootstrap tokens. */
export interface Target {
  readonly apiUrl: string
  readonly agentUrl: string
  readonly adminUrl: string
  /** PEM of the CA that agents trust. */
  readonly ca: string
  readonly adminToken: string
  readonly platformToken: string
  readonly pid: number
}

export interface Instance extends Target {
  readonly dataDir: string
  readonly stdout: () => string
  readonly stderr: () => string
  /** Sends a signal (SIGTERM by default) and returns the exit code, null when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface InstanceOptions {
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  /** Longest wait for `ready`. */
  readonly readyMs?: number
}

const STANDALONE = fileURLToPath(new URL('../../apps/standalone/src/main.ts', import.meta.url))
const DISTRIBUTED = fileURLToPath(new URL('../distributed/main.ts', import.meta.url))
/** A start takes seconds; on a machine that is busy with others, minutes. */
const READY_MS = 180_000
const MAX_CAPTURED = 4_000_000

/** A new data folder below the system's temporary one. */
export const temporaryDataDir = (): string => mkdtempSync(join(tmpdir(), 'wardline-'))

/** Where an instance keeps its revocation journal: next to its data folder, like any other instance. */
export const journalDirOf = (dataDir: string): string => `${dataDir}-revocations`

/** Reads what a running instance reports in `<data>/run.json` and `<data>/bootstrap/`. */
export function readTarget(dataDir: string): Target {
  const file = (name: string): string => readFileSync(join(dataDir, name), 'utf8')
  const run = JSON.parse(file('run.json')) as { pid: number; api_url: string; agent_url: string; admin_url: string }
  return {
    pid: run.pid,
    apiUrl: run.api_url,
    agentUrl: run.agent_url,
    adminUrl: run.admin_url,
    ca: file('bootstrap/ca.pem'),
    adminToken: file('bootstrap/admin-token').trim(),
    platformToken: file('bootstrap/platform-token').trim(),
  }
}

/** Whether the instance of this data folder runs now. */
export function isRunning(dataDir: string): boolean {
  if (!existsSync(join(dataDir, 'run.json'))) return false
  try {
    process.kill(readTarget(dataDir).pid, 0)
    return true
  } catch {
    return false
  }
}

/** Starts one in one process and waits for its `ready`. @throws Error with what it printed when it ends or stays silent instead. */
export const startInstance = (options: InstanceOptions = {}): Promise<Instance> => start(STANDALONE, options)

export interface DistributedOptions extends InstanceOptions {
  readonly engines?: Readonly<Record<string, string>>
  readonly prefix?: string
  /** The supervisor's program; this release's by default. */
  readonly main?: string
}

/**
 * The same for the distributed profile, with its services as separate processes, on running engines: those in
 * `engines`, or the environment's. A prefix separates its data from that of other instances.
 */
export function startDistributed(options: DistributedOptions = {}): Promise<Instance> {
  const prefix = options.prefix ?? `i${randomBytes(5).toString('hex')}-`
  return start(options.main ?? DISTRIBUTED, {
    ...options,
    env: { WARDLINE_ENGINE_PREFIX: prefix, ...options.engines, ...options.env },
  })
}

/** A process of a distributed instance, by the name of its service. */
export interface InstanceProcess {
  readonly name: string
  readonly pid?: number
  readonly admin_url?: string
  readonly internal_url?: string
}

/** The running processes of a distributed instance. */
export const processesOf = (dataDir: string): readonly InstanceProcess[] =>
  JSON.parse(readFileSync(join(dataDir, 'processes.json'), 'utf8')) as InstanceProcess[]

async function start(main: string, options: InstanceOptions): Promise<Instance> {
  const dataDir = options.dataDir ?? temporaryDataDir()
  const env = {
    ...process.env,
    WARDLINE_DATA_DIR: dataDir,
    WARDLINE_API_PORT: '0',
    WARDLINE_AGENT_PORT: '0',
    WARDLINE_ADMIN_PORT: '0',
    WARDLINE_LOG_LEVEL: 'warn',
    // Of an embedded one: less to write for each of many instances.
    WARDLINE_DISK_RESERVE_MIB: '8',
    WARDLINE_REVOCATION_JOURNAL_DIR: journalDirOf(dataDir),
    ...options.env,
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const out = capture(child)
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  await ready(child, ended, out, options.readyMs ?? READY_MS)
  return {
    ...readTarget(dataDir),
    dataDir,
    stdout: () => out.stdout,
    stderr: () => out.stderr,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Removes a data folder that {@link temporaryDataDir} made, and its journal. */
export function removeDataDir(dataDir: string): void {
  for (const folder of [dataDir, journalDirOf(dataDir)]) rmSync(folder, { recursive: true, force: true })
}

interface Captured {
  stdout: string
  stderr: string
}

function capture(child: ChildProcess): Captured {
  const out = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      if (out[name].length < MAX_CAPTURED) out[name] += text
    })
  }
  return out
}

async function ready(
  child: ChildProcess,
  ended: Promise<number | null>,
  out: Captured,
  withinMs: number,
): Promise<void> {
  const deadline = Date.now() + withinMs
  let exit: number | null | undefined
  void ended.then(code => {
    exit = code ?? -1
  })
  while (!/^ready$/m.test(out.stdout)) {
    if (exit !== undefined || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`wardline did not become ready (exit ${exit}):\n${out.stdout}\n${out.stderr}`)
    }
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

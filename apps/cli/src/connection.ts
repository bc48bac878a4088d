import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { Agent, request } from 'undici'
import { CommandFailed } from './output.ts'

/** Options of every command. */
export interface GlobalOptions {
  readonly dataDir: string
  readonly url?: string
  readonly tokenFile?: string
  readonly caFile?: string
  readonly json: boolean
}

export const globals = (command: Command): GlobalOptions => command.optsWithGlobals() as GlobalOptions

type Json = Record<string, unknown>

export interface Api {
  /** The body of a success. @throws CommandFailed with the problem's title and code. */
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, ifMatch?: string): Promise<Json>
  /** Every item of a list, page by page. */
  list(path: string): Promise<readonly Json[]>
}

/**
 * A secret from a file, or from standard input for `-`. Never from the command line, which every process on the machine
 * can read.
 */
export async function readSecret(file: string): Promise<string> {
  try {
    const secret = (file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8')).trim()
    if (secret === '') throw new Error('it is empty')
    return secret
  } catch (error) {
    throw new CommandFailed(
      `the secret cannot be read from ${file === '-' ? 'standard input' : file}: ${(error as Error).message}`,
    )
  }
}

/** The addresses of the Wardline that runs on this data folder, as stored there. */
export function runFile(
  dataDir: string,
):
  | { readonly api_url: string; readonly agent_url: string; readonly admin_url: string; readonly pid: number }
  | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'))
  } catch {
    return undefined
  }
}

/** @param bootstrapToken the file below `<data>/bootstrap` to use if no `--token-file` is given */
export async function connect(options: GlobalOptions, bootstrapToken = 'admin-token'): Promise<Api> {
  const url = options.url ?? runFile(options.dataDir)?.api_url
  if (url === undefined) throw new CommandFailed(`no Wardline runs on ${options.dataDir}: start one, or use --url`)
  const token = await readSecret(options.tokenFile ?? join(options.dataDir, 'bootstrap', bootstrapToken))
  const ca = options.caFile === undefined ? undefined : readFileSync(options.caFile, 'utf8')
  const dispatcher = new Agent(ca === undefined ? {} : { connect: { ca } })

  const call: Api['call'] = async (method, path, body, ifMatch) => {
    const answer = await request(`${url}/api/v1${path}`, {
      method,
      dispatcher,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(error => {
      throw new CommandFailed(`${url} cannot be reached: ${error.code ?? error.message}`)
    })
    const content = await answer.body.text()
    const json = content === '' ? {} : (JSON.parse(content) as Json)
    if (answer.statusCode >= 300) throw refused(answer.statusCode, json)
    return json
  }
  return {
    call,
    async list(path) {
      const items: Json[] = []
      for (let cursor: unknown = ''; cursor !== null; ) {
        const more = `${path.includes('?') ? '&' : '?'}limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(String(cursor))}`}`
        const page = await call('GET', `${path}${more}`)
        items.push(...(page.items as Json[]))
        cursor = page.next_cursor ?? null
      }
      return items
    },
  }
}

/** A refusal in the API's words: its title, its code, and where the fault is. */
function refused(status: number, problem: Json): CommandFailed {
  const where = ((problem.errors ?? []) as { pointer: string; message: string }[]).map(
    e => `\n  ${e.pointer}: ${e.message}`,
  )
  return new CommandFailed(
    `${problem.detail ?? problem.title ?? 'refused'} (${status} ${problem.code ?? ''})${where.join('')}`,
  )
}

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAgentKey } from '@wardline/pki'
import { Command, Option } from 'commander'
import { Agent, request } from 'undici'
import { type GlobalOptions, globals, readSecret, runFile } from '../connection.ts'
import { CommandFailed, show } from '../output.ts'

interface CsrOptions {
  readonly out: string
  readonly enrollmentTokenFile?: string
  readonly renew: boolean
  readonly agentClass: string
  readonly platform?: string
  readonly osVersion?: string
  readonly hostname?: string
}

/** The files of an identity, readable only by their owner. */
const FILES = { key: 'agent.key', certificate: 'agent.crt', chain: 'ca-chain.pem', identity: 'identity.json' } as const

/** `wardline csr`: gets an identity, or renews it, as an agent does (docs/agent-authors.md). */
export function csrCommand(): Command {
  return new Command('csr')
    .description('make a key and a CSR, and exchange them for an identity, as an agent would')
    .requiredOption('--out <folder>', 'where to store the identity: a key, a certificate and its chain, 0600')
    .option('--enrollment-token-file <file>', 'file with the one-time token, - for standard input')
    .option('--renew', 'renew the existing identity', false)
    .addOption(new Option('--agent-class <class>').choices(['endpoint', 'collector']).default('endpoint'))
    .addOption(new Option('--platform <platform>').choices(['linux', 'windows', 'darwin']))
    .option('--os-version <version>')
    .option('--hostname <name>')
    .addHelpText('after', '\nExample: wardline csr --enrollment-token-file token.txt --platform linux --out ./identity')
    .action(async (own: CsrOptions, command: Command) => {
      const options = globals(command)
      show(options.json, await (own.renew ? renew(own, options) : enrol(own, options)))
    })
}

async function enrol(own: CsrOptions, options: GlobalOptions): Promise<Record<string, unknown>> {
  if (own.enrollmentTokenFile === undefined) throw new CommandFailed('--enrollment-token-file is needed to enrol')
  if (existsSync(join(own.out, FILES.certificate)))
    throw new CommandFailed(`${own.out} already contains an identity: use --renew`)
  const enrollment_token = await readSecret(own.enrollmentTokenFile)
  // An existing key belongs to a claim whose response was lost. With it, the exchange returns the same identity again.
  const { privateKeyPem, csrPem } = await keyIn(own.out)
  const body = {
    enrollment_token,
    nonce: nonce(),
    csr: csrPem,
    agent_class: own.agentClass,
    ...(own.platform ? { platform: own.platform } : {}),
    ...(own.osVersion ? { os_version: own.osVersion } : {}),
    ...(own.hostname ? { hostname: own.hostname } : {}),
  }
  return keep(own.out, privateKeyPem, await post(options, '/agent-enrollment/exchange', body))
}

async function renew(own: CsrOptions, options: GlobalOptions): Promise<Record<string, unknown>> {
  const read = (name: string): string => readFileSync(join(own.out, name), 'utf8')
  const { agent_id } = JSON.parse(read(FILES.identity)) as { agent_id: string }
  const credentials = { cert: `${read(FILES.certificate)}\n${read(FILES.chain)}`, key: read(FILES.key) }
  const { privateKeyPem, csrPem } = await createAgentKey()
  const body = { csr: csrPem, nonce: nonce() }
  return keep(own.out, privateKeyPem, await post(options, `/agents/${agent_id}/certificate/renew`, body, credentials))
}

const nonce = (): string => randomBytes(32).toString('base64url')

async function keyIn(folder: string): Promise<{ readonly privateKeyPem: string; readonly csrPem: string }> {
  const file = join(folder, FILES.key)
  const request = join(folder, 'agent.csr')
  if (existsSync(file) && existsSync(request))
    return { privateKeyPem: readFileSync(file, 'utf8'), csrPem: readFileSync(request, 'utf8') }
  const made = await createAgentKey()
  write(folder, FILES.key, made.privateKeyPem)
  write(folder, 'agent.csr', made.csrPem)
  return made
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, name), text, { mode: 0o600 })
  chmodSync(join(folder, name), 0o600)
}

function keep(folder: string, privateKeyPem: string, answer: Record<string, unknown>): Record<string, unknown> {
  const { certificate, ca_chain, ...identity } = answer as { certificate: string; ca_chain: readonly string[] }
  // The certificate last: it completes the identity.
  write(folder, FILES.key, privateKeyPem)
  write(folder, FILES.chain, ca_chain.join('\n'))
  write(folder, FILES.identity, `${JSON.stringify(identity, null, 2)}\n`)
  write(folder, FILES.certificate, certificate)
  return { ...identity, folder }
}

/** Uses the TLS listener, whose authority must be known: from `--ca-file`, or from the data folder. */
async function post(
  options: GlobalOptions,
  path: string,
  body: unknown,
  credentials: { readonly cert?: string; readonly key?: string } = {},
): Promise<Record<string, unknown>> {
  const url = options.url ?? runFile(options.dataDir)?.agent_url
  if (url === undefined) throw new CommandFailed(`no Wardline runs on ${options.dataDir}: use --url and --ca-file`)
  const ca = readFileSync(options.caFile ?? join(options.dataDir, 'bootstrap', 'ca.pem'), 'utf8')
  const answer = await request(`${url}/api/v1${path}`, {
    method: 'POST',
    dispatcher: new Agent({ connect: { ca, ...credentials } }),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(error => {
    throw new CommandFailed(`${url} cannot be reached: ${error.code ?? error.message}`)
  })
  const json = (await answer.body.json()) as Record<string, unknown>
  if (answer.statusCode >= 300) throw new CommandFailed(`${json.title} (${answer.statusCode} ${json.code})`)
  return json
}

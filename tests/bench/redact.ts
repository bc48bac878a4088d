// How fast texts are redacted on one core, beside two packages of npm: events of a usual load, and the labelled log lines.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createRedactor } from '../../libs/redaction/src/index.ts'
import { makeLines } from '../redaction/labelled/make.ts'
import { makeEvent, randomSource } from './support/events.ts'
import { type Row, report } from './support/report.ts'

/** Sets of log lines; sentences, tickets and lists of tokens are no logs. */
const LOGS = /^(?:applications|auth|services|structured|windows|identifiers|hard-negatives)$/
/** The best of so many rounds counts, in CPU time, for machines are shared. */
const ROUNDS = 20
const ROUNDS_OF_OTHERS = 3
const EVENTS = 4_000
const OTHERS = fileURLToPath(new URL('redact/', import.meta.url))

interface PiiRedactor {
  redact(text: string): string
}
interface Others {
  readonly SyncRedactor: new () => PiiRedactor
}
interface OtherOthers {
  readonly Redactor: new () => PiiRedactor
}

export async function benchRedact({ json }: { readonly json: boolean }): Promise<void> {
  const redactor = createRedactor({ tenantId: 'ten_bench' as never, key: new Uint8Array(32).fill(7), epoch: 1 })
  const require = others()
  const { SyncRedactor } = require('redact-pii') as Others
  const { Redactor } = require('@redactpii/node') as OtherOthers
  const pii = new SyncRedactor()
  const redactpii = new Redactor()
  const rows = [
    { prefix: '', texts: events(), what: 'events of a usual load' },
    { prefix: 'short_', texts: labelledLines(), what: 'short lines, each about somebody else' },
  ].flatMap(({ prefix, texts, what }) => {
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / texts.length
    const row = (name: string, label: string, rounds: number, redact: (text: string) => unknown): Row[] =>
      measured(`${prefix}${name}`, label, texts, rounds, redact)
    return [
      { name: `${prefix}bytes`, label: what, value: bytes, unit: 'bytes each' },
      ...row('wardline', 'Wardline: persons, identifiers, secrets', ROUNDS, text => redactor.text(text)),
      ...row('wardline_secrets', 'Wardline: secrets only', ROUNDS, text => redactor.secrets(text)),
      ...row('redact_pii', 'redact-pii 3.4.0', ROUNDS_OF_OTHERS, text => pii.redact(text)),
      ...row('redactpii_node', '@redactpii/node 1.0.17', ROUNDS_OF_OTHERS, text => redactpii.redact(text)),
    ]
  })
  report(`Redaction on one core, CPU time, best of ${ROUNDS}`, rows, [], json)
}

const labelledLines = (): string[] => [...makeLines()].filter(line => LOGS.test(line.set)).map(line => line.text)

/** What `bench pipeline` sends. */
function events(): string[] {
  const random = randomSource(1)
  return Array.from({ length: EVENTS }, (_, i) => {
    const { raw } = makeEvent(i, random, Date.UTC(2026, 10, 21))
    return typeof raw === 'string' ? raw : JSON.stringify(raw)
  })
}

/** The packages are installed when they are first needed: they bring a hundred others. */
function others(): NodeJS.Require {
  if (!existsSync(`${OTHERS}node_modules`))
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: OTHERS, stdio: 'ignore' })
  return createRequire(`${OTHERS}package.json`)
}

function measured(
  name: string,
  label: string,
  lines: readonly string[],
  rounds: number,
  redact: (text: string) => unknown,
): Row[] {
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0)
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    for (const line of lines) redact(line)
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, user + system)
  }
  const target = name.endsWith('wardline') ? '>= 10' : undefined
  return [
    { name: `${name}_mb`, label, value: bytes / best, unit: 'MB/s', ...(target && { target }) },
    { name: `${name}_us`, label: '', value: best / lines.length, unit: 'us per line' },
  ]
}

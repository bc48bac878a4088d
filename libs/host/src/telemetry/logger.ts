import pino, { type Logger } from 'pino'

/** Members of a log line that are removed wherever they occur: the last line of defence, not the first. */
const NEVER = [
  'token',
  'password',
  'secret',
  'authorization',
  'cookie',
  'csr',
  'nonce',
  'raw',
  'enrollment_token',
  'private_key',
  'fingerprint',
  'hostname',
  'upn',
  'body',
  'headers',
]

/** JSON lines on standard error: standard output is for the operator who started the program. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: NEVER.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[removed]' },
      serializers: { err: errorFacts },
    },
    pino.destination({ fd: 2, sync: true }),
  )
}

/** An error's type, message and stack; its own members may contain input and are left out. */
function errorFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: error.cause.message } : {}),
  }
}

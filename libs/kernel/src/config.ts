import { readFileSync } from 'node:fs'

/** One setting: how to read its text, and its default. A parser throws an Error whose message says what is expected. */
export interface Setting<T> {
  readonly parse: (text: string) => T
  readonly fallback: T | (() => T) | typeof REQUIRED
  readonly secret?: boolean
}
const REQUIRED = Symbol('required')

/** All faults of a configuration at once, so that an operator can fix them in one go. Never contains a value. */
export class ConfigError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`configuration is not usable:\n${faults.map(f => `  - ${f}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

type Settings = Record<string, Setting<unknown>>
export type ConfigOf<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never }

/**
 * Reads `settings` (environment name -> setting) from `env`, frozen. A secret `NAME` may come from the file that `NAME_FILE` names.
 * @throws ConfigError naming every fault.
 */
export function readConfig<S extends Settings>(
  env: Readonly<Record<string, string | undefined>>,
  settings: S,
): ConfigOf<S> {
  const faults: string[] = []
  const out: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(settings)) {
    try {
      const text = textOf(env, name, setting)
      if (text !== undefined) out[name] = setting.parse(text)
      else if (setting.fallback === REQUIRED) faults.push(`${name} is required`)
      else out[name] = typeof setting.fallback === 'function' ? setting.fallback() : setting.fallback
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`)
    }
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze(out) as ConfigOf<S>
}

/** Runs every reader. @throws ConfigError with the faults of all readers that threw one. */
export function readTogether<T extends readonly unknown[]>(...readers: { readonly [K in keyof T]: () => T[K] }): T {
  const faults: string[] = []
  const read = readers.map(reader => {
    try {
      return reader()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      faults.push(...error.faults)
      return undefined
    }
  })
  if (faults.length > 0) throw new ConfigError([...new Set(faults)])
  return read as unknown as T
}

function textOf(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  setting: Setting<unknown>,
): string | undefined {
  const direct = env[name]
  const file = setting.secret ? env[`${name}_FILE`] : undefined
  if (direct && file) throw new Error(`set it or ${name}_FILE, not both`)
  if (!file) return direct === '' ? undefined : direct
  try {
    return readFileSync(file, 'utf8').trimEnd()
  } catch {
    throw new Error(`the file named by ${name}_FILE cannot be read`)
  }
}

type Fallback<T> = { readonly fallback?: T | (() => T); readonly secret?: boolean }
const make = <T>(parse: (text: string) => T, o: Fallback<T>): Setting<T> => ({
  parse,
  fallback: 'fallback' in o ? (o.fallback as T) : REQUIRED,
  ...(o.secret ? { secret: true } : {}),
})

function parseKey(text: string, minBytes: number): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length < minBytes) throw new Error(`the base64 of at least ${minBytes} bytes is expected`)
  return key
}

/** Parsers of settings. Without `fallback` a setting is required. */
export const setting = {
  /**
   * Whatever `parse` returns for the text. `parse` throws an Error that says what is expected and contains no value.
   */
  parsed: <T>(parse: (text: string) => T, o: Fallback<T> = {}): Setting<T> => make(parse, o),
  text: (o: Fallback<string> = {}): Setting<string> => make(t => t, o),
  optionalText: (o: { secret?: boolean } = {}): Setting<string | undefined> =>
    make<string | undefined>(t => t, { fallback: undefined, ...o }),
  integer: (o: Fallback<number> & { min: number; max: number }): Setting<number> =>
    make(t => {
      const n = /^-?\d{1,15}$/.test(t) ? Number(t) : Number.NaN
      if (!(n >= o.min && n <= o.max)) throw new Error(`a whole number from ${o.min} to ${o.max} is expected`)
      return n
    }, o),
  oneOf: <T extends string>(values: readonly T[], o: Fallback<T> = {}): Setting<T> =>
    make(t => {
      if (!values.includes(t as T)) throw new Error(`one of ${values.join(', ')} is expected`)
      return t as T
    }, o),
  /** A base64 key of at least `minBytes` bytes: always a secret. */
  key: (o: { minBytes: number }): Setting<Uint8Array> =>
    make<Uint8Array>(text => parseKey(text, o.minBytes), { secret: true }),
  optionalKey: (o: { minBytes: number }): Setting<Uint8Array | undefined> =>
    make<Uint8Array | undefined>(text => parseKey(text, o.minBytes), { fallback: undefined, secret: true }),
  list: (o: Fallback<readonly string[]> = {}): Setting<readonly string[]> =>
    make(
      t =>
        t
          .split(',')
          .map(s => s.trim())
          .filter(Boolean),
      o,
    ),
  url: (o: Fallback<string | undefined> = {}): Setting<string | undefined> =>
    make<string | undefined>(t => {
      if (!URL.canParse(t)) throw new Error('a URL is expected')
      return t
    }, o),
}

import { readDistributedConfig } from '@wardline/engines-distributed'
import { ConfigError } from '@wardline/kernel'
import { readStandaloneConfig } from '@wardline/standalone'
import { environment } from '../config.ts'
import { bad, type Finding, ok } from './finding.ts'

const NODE = 24

/** Checks the environment's settings with the services' own readers. They name a variable, never its value. */
export async function checkConfig(): Promise<readonly Finding[]> {
  const node = Number(process.versions.node.split('.')[0])
  return [
    node >= NODE
      ? ok('Node.js', process.version)
      : bad('Node.js', process.version, `run it with Node ${NODE}: npm start does`),
    ...read('settings', () => readStandaloneConfig(environment())),
    ...(isDistributed() ? read('engine settings', () => readDistributedConfig(environment())) : []),
  ]
}

export const isDistributed = (): boolean => environment().WARDLINE_KAFKA_BROKERS !== undefined

function read(what: string, reader: () => unknown): readonly Finding[] {
  try {
    reader()
    return [ok(what, 'usable')]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [bad(what, error.message, 'correct these variables (docs/operating.md)')]
  }
}

/** What `reader` reads of the settings; undefined when they are wrong, which {@link checkConfig} reports. */
export function unlessMisset<T>(reader: () => T): T | undefined {
  try {
    return reader()
  } catch (error) {
    if (error instanceof ConfigError) return undefined
    throw error
  }
}

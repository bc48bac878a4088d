// What an instance must be told so that it may ask a simulated provider on this machine, and has its secret.

import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { CANARY } from './fleet.ts'

export const SIMULATED_SECRET = { provider: 'env', name: 'simulated', purpose: 'mdm' } as const

export interface SimulatorSettings {
  /** Where a simulator may listen. */
  readonly port: number
  readonly env: Readonly<Record<string, string>>
}

/** Chooses a free port, and writes the settings of an instance that will be asked to go there. */
export async function simulatorSettings(): Promise<SimulatorSettings> {
  const port = await freePort()
  return {
    port,
    env: {
      WARDLINE_EGRESS_ALLOW: `127.0.0.1:${port}`,
      WARDLINE_SECRET__TEN_DEFAULT__MDM__SIMULATED: `${CANARY}-client-secret`,
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

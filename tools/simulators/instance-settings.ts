// Settings with which an instance may call a simulated provider on this machine, and has its secret.

import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { CANARY } from './fleet.ts'

export const SIMULATED_SECRET = { provider: 'env', name: 'simulated', purpose: 'mdm' } as const
/** The default tenant's client at a simulated identity provider: where its secret is, and the secret itself. */
export const IDENTITY_SECRET = { provider: 'env', name: 'simulated', purpose: 'oidc' } as const
export const IDENTITY_CLIENT_SECRET = `${CANARY}-client-secret-of-the-identity-provider`

export interface SimulatorSettings {
  /** Where a simulator may listen. */
  readonly port: number
  /** Where an identity provider may listen. */
  readonly identityPort: number
  readonly env: Readonly<Record<string, string>>
}

/** The address of the instance for browsers: identity providers send them back there. */
export const PUBLIC_URL = 'https://console.example'

/** Chooses free ports, and writes the settings of an instance that will be asked to go there. */
export async function simulatorSettings(): Promise<SimulatorSettings> {
  const [port, identityPort] = [await freePort(), await freePort()]
  return {
    port,
    identityPort,
    env: {
      WARDLINE_EGRESS_ALLOW: `127.0.0.1:${port},127.0.0.1:${identityPort}`,
      WARDLINE_PUBLIC_URL: PUBLIC_URL,
      WARDLINE_SECRET__TEN_DEFAULT__MDM__SIMULATED: `${CANARY}-client-secret`,
      WARDLINE_SECRET__TEN_DEFAULT__OIDC__SIMULATED: IDENTITY_CLIENT_SECRET,
    },
  }
}

/** A port that nothing listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

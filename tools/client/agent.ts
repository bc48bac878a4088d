// Plays an endpoint agent: creates a key and a CSR, enrols, and sends heartbeats over mTLS.
import { randomBytes } from 'node:crypto'
import { createAgentKey } from '@wardline/pki/testing'
import type { Target } from '../instance/start.ts'
import { type ApiClient, createApiClient } from './api.ts'

export interface AgentKey {
  readonly keyPem: string
  readonly csrPem: string
}

/** A fresh P-256 key and a CSR that proves its possession. */
export async function createKeyAndCsr(): Promise<AgentKey> {
  const { privateKeyPem, csrPem } = await createAgentKey()
  return { keyPem: privateKeyPem, csrPem }
}

/** A fresh nonce: base64url of 32 random bytes. */
export const freshNonce = (): string => randomBytes(32).toString('base64url')

export interface Enrolment {
  readonly agent_id: string
  readonly tenant_id: string
  readonly certificate: string
  readonly ca_chain: readonly string[]
  readonly serial_number: string
  readonly renew_after: string
}

export interface EnrolledAgent {
  readonly enrolment: Enrolment
  readonly key: AgentKey
  /** Speaks mTLS with the agent's certificate. */
  readonly api: ApiClient
  beat(body?: Readonly<Record<string, unknown>>): ReturnType<ApiClient['post']>
}

/** A token for one endpoint. @param api of somebody who may create tokens */
export async function enrollmentToken(api: ApiClient): Promise<string> {
  const { status, body } = await api.post('/enrollment-tokens', { agent_class: 'endpoint' })
  if (status !== 201) throw new Error(`a token was refused: ${status} ${body?.code}`)
  return body.token
}

/** Enrols an endpoint with a token of its own. @param api of somebody who may create tokens */
export const enrolledAgent = async (
  target: Target,
  api: ApiClient,
  facts?: Readonly<Record<string, unknown>>,
): Promise<EnrolledAgent> => enrol(target, await enrollmentToken(api), facts)

/** Enrols with a token, as an agent does. @throws Error with the problem's code when it is refused. */
export async function enrol(
  target: Target,
  enrollmentToken: string,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<EnrolledAgent> {
  const key = await createKeyAndCsr()
  const anonymous = createApiClient(target.agentUrl, { ca: target.ca })
  const answer = await anonymous.post('/agent-enrollment/exchange', {
    enrollment_token: enrollmentToken,
    nonce: freshNonce(),
    csr: key.csrPem,
    agent_class: 'endpoint',
    ...facts,
  })
  await anonymous.close()
  if (answer.status !== 201) throw new Error(`enrolment was refused: ${answer.status} ${answer.body?.code}`)
  const enrolment = answer.body as Enrolment
  const api = agentApi(target, enrolment, key)
  return {
    enrolment,
    key,
    api,
    beat: (body = {}) =>
      api.post(`/agents/${enrolment.agent_id}/telemetry/heartbeat`, { hostname: 'host.example', ...body }),
  }
}

/** A client that presents an agent's certificate. */
export const agentApi = (
  target: Target,
  enrolment: Pick<Enrolment, 'certificate' | 'ca_chain'>,
  key: AgentKey,
): ApiClient =>
  createApiClient(target.agentUrl, {
    ca: target.ca,
    cert: [enrolment.certificate, ...enrolment.ca_chain].join('\n'),
    key: key.keyPem,
  })

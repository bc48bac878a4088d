// Valid agents doing what agents do, and the answers that they got.
import type { CertifiedKey } from '@wardline/pki'
import { Agent, type Dispatcher, request } from 'undici'
import { type AgentKey, createKeyAndCsr, freshNonce } from '../../tools/client/agent.ts'

/** Where agents find the platform, and tokens to enrol with. */
export interface Served {
  readonly agentUrl: string
  readonly ca: string
  /** A fresh enrolment token of an endpoint. */
  token(): Promise<string>
}

export interface Told {
  readonly what: 'heartbeat' | 'renewal' | 'exchange' | 'resumed exchange'
  /** 0 when there was no answer. */
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: number | undefined
}

interface Identity {
  readonly agent_id: string
  readonly certificate: string
  readonly ca_chain: readonly string[]
}

interface Enrolled {
  readonly token: string
  readonly key: AgentKey
  readonly identity: Identity
}

export interface ValidAgents {
  /**
   * One of everything: heartbeats on an open and on a new connection, a renewal, an exchange, one whose answer was
   * lost.
   */
  round(headers?: Readonly<Record<string, string>>): Promise<readonly Told[]>
  /** A heartbeat on an open connection and one on a new connection. */
  beats(): Promise<readonly Told[]>
  /** Heartbeats through a proxy, with its own certificate and its statement about the agent's. */
  throughProxy(proxy: CertifiedKey, header: (certificatePem: string) => string | undefined): Promise<readonly Told[]>
  /** This many exchanges of a stranger from the same address, as fast as possible. */
  flood(exchanges: number): Promise<void>
  close(): Promise<void>
}

/** Enrols them while everything works, and prepares what is needed later. */
export async function enrolAgents(served: Served, spare: number): Promise<ValidAgents> {
  const connections: Dispatcher[] = []
  const shownBy = ({ identity, key }: Enrolled) => ({
    cert: [identity.certificate, ...identity.ca_chain].join('\n'),
    key: key.keyPem,
  })
  const connect = (enrolled?: Enrolled): Dispatcher => {
    const shown = enrolled ? shownBy(enrolled) : {}
    const agent = new Agent({ connections: 1, connect: { ca: served.ca, ...shown } })
    connections.push(agent)
    return agent
  }
  const anonymous = connect()
  const ask = async (what: Told['what'], by: Dispatcher, path: string, body: object, headers = {}) => {
    try {
      const answer = await request(`${served.agentUrl}/api/v1${path}`, {
        method: 'POST',
        dispatcher: by,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      const json = (await answer.body.json()) as Record<string, unknown>
      const code = answer.statusCode < 400 ? undefined : String(json.code)
      const retryAfter = answer.headers['retry-after'] === undefined ? undefined : Number(answer.headers['retry-after'])
      return { json, told: { what, status: answer.statusCode, code, retryAfter } satisfies Told }
    } catch {
      return { json: {}, told: { what, status: 0, code: undefined, retryAfter: undefined } satisfies Told }
    }
  }
  const exchange = (what: Told['what'], enrollment_token: string, { csrPem: csr }: AgentKey, headers = {}) => {
    const body = { enrollment_token, nonce: freshNonce(), csr, agent_class: 'endpoint' }
    return ask(what, anonymous, '/agent-enrollment/exchange', body, headers)
  }
  const enrolled = async (): Promise<Enrolled> => {
    const [token, key] = [await served.token(), await createKeyAndCsr()]
    const { json, told } = await exchange('exchange', token, key)
    if (told.status !== 201) throw new Error(`an agent cannot enrol: ${told.status} ${told.code}`)
    return { token, key, identity: json as unknown as Identity }
  }
  const beat = ({ identity }: { identity: Identity }, by: Dispatcher, headers = {}) =>
    ask('heartbeat', by, `/agents/${identity.agent_id}/telemetry/heartbeat`, { hostname: 'a' }, headers)

  const [steady, renewing] = [await enrolled(), await enrolled()]
  const kept = connect(steady)
  await beat(steady, kept)
  // Agents whose very first request comes during the fault, so that no cache knows them.
  const unseen = await Promise.all(Array.from({ length: spare }, enrolled))
  const tokens = await Promise.all(Array.from({ length: spare }, () => served.token()))

  return {
    async round(headers = {}) {
      const fresh = unseen.pop()
      const lost = unseen.pop()
      const token = tokens.pop()
      if (!fresh || !lost || !token) throw new Error('more rounds than agents')
      const renewal = { csr: renewing.key.csrPem, nonce: freshNonce() }
      const answers = await Promise.all([
        beat(steady, kept, headers),
        beat(steady, connect(steady), headers),
        beat(fresh, connect(fresh), headers),
        ask('renewal', connect(renewing), `/agents/${renewing.identity.agent_id}/certificate/renew`, renewal, headers),
        exchange('exchange', token, await createKeyAndCsr()),
        exchange('resumed exchange', lost.token, lost.key),
      ])
      return answers.map(a => a.told)
    },
    async beats() {
      const fresh = new Agent({ connections: 1, connect: { ca: served.ca, ...shownBy(steady) } })
      const answers = await Promise.all([beat(steady, kept), beat(steady, fresh)])
      await fresh.close()
      return answers.map(a => a.told)
    },
    async throughProxy(proxy, header) {
      const by = new Agent({ connect: { ca: served.ca, cert: proxy.certificatePem, key: proxy.privateKeyPem } })
      connections.push(by)
      const shown = header(steady.identity.certificate)
      const headers = shown === undefined ? {} : { 'x-forwarded-client-cert': shown }
      const answers = await Promise.all([1, 2, 3].map(() => beat(steady, by, headers)))
      return answers.map(a => a.told)
    },
    async flood(exchanges) {
      const guess = { key: await createKeyAndCsr(), token: 'wle_guess' }
      await Promise.all(Array.from({ length: exchanges }, () => exchange('exchange', guess.token, guess.key)))
    },
    close: async () => void (await Promise.all(connections.map(c => c.close()))),
  }
}

/** 401 and 403 make an agent stop for good. */
export const isFatal = ({ status }: Told): boolean => status === 401 || status === 403
